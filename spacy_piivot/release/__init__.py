"""The steps between de-identification and release: last check, repair, reasons and vault."""
