"""One package per kind of PII: its grammar, its detection and its surrogates."""
