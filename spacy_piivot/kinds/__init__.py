"""What is known of each kind of PII: its grammar, what finds it, what replaces it."""
