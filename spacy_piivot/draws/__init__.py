"""Keyed draws: the key, one document's ledger, and the shape of what is drawn."""
