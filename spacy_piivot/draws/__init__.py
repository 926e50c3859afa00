"""Keyed draws: the key, the ledger of one document, and the shape of surrogates."""
