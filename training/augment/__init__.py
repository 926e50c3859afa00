"""Makes up training data: names, rare values, sentences, and lookalikes of PII."""
