"""Tables with one row per message: CSV, and what all tables share."""
