"""The settings of components that can ask a language model."""

from collections.abc import Mapping
from typing import Any

from ..llm.usage import PRICES

MODEL = "gpt-4o-mini"
CONNECTION_CONFIG: dict[str, Any] = {
    "base_url": None,
    "model": MODEL,
    "api_key_env": None,
    "remote_ok": False,
    "max_concurrency": 8,
    "timeout": 60.0,
    "max_retries": 8,
    "budget": {},
    "cache_dir": None,
    "prices": {model: dict(price) for model, price in PRICES.items()},
}
# What says where texts may go: neither saved nor taken from a saved pipeline.
UNSAVED: Mapping[str, Any] = {"base_url": None, "remote_ok": False}
