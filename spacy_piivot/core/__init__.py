"""The Doc and what stands on it: dialogues, spans, labels, speakers, words compared."""
