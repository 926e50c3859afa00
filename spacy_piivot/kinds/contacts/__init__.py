"""Web addresses, e-mail addresses and handles: their grammar, detection and surrogates."""
