"""Web and e-mail addresses and handles: how they are written, found and replaced."""
