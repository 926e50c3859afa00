"""Reads and writes Word documents, and reads the text of PDFs."""
