"""Language models behind an OpenAI-compatible endpoint: client, prompts, answers, cache, cost.

Takes and returns plain data and does not depend on spaCy. The `openai` package is imported when
a client is made.
"""
