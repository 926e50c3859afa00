"""The HTTP service: Presidio's paths and bodies, and dialogues made ready to be shared."""
