"""What recognisers are made of: their form, their context, and those of Presidio."""
