import json
from pathlib import Path

import pytest


@pytest.fixture
def gold(tmp_path: Path) -> Path:
    path = tmp_path / "gold.jsonl"
    spans = [{"start": 3, "end": 11, "label": "NAME"}]
    messages = [
        {"speaker": "tutor", "text": "hi Zorblatt, what is 3 x 4?", "spans": spans},
        {"speaker": "student", "text": "12", "spans": []},
    ]
    path.write_text(json.dumps({"id": "a", "messages": messages}) + "\n", "utf8")
    return path
