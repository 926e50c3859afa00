"""What becomes of a trained encoder: shortened, exported to ONNX, put into a whole pipeline."""
