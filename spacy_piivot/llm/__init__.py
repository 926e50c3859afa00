"""Language models behind an OpenAI-compatible endpoint: client, prompts, answers, cache, cost.

Plain data in, plain data out; knows nothing of spaCy. The `openai` package is imported when a
client is made.
"""
