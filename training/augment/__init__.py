"""What is made up for training: names, rare values, sentences and what only resembles PII."""
