"""Shortens a trained encoder, exports it to ONNX, and puts it into a whole pipeline."""
