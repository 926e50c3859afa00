"""What stands between a result and its release: the last check, repair, reasons, the vault."""
