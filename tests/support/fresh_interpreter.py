"""Runs many tests' code in one fresh interpreter, which has imported nothing yet.

Starting an interpreter with spaCy and Presidio takes two seconds, a fork of one with spaCy half of
that.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

KEY = "a test key of more than sixteen bytes"
TEXT = "Hi Odile Ferrand, I am Tariq"

CODE = """
import json, os, sys, threading

sys.modules["torch"] = sys.modules["faker"] = None
said = {}

def forked(name, scenario):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, json.dumps(scenario()).encode())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as answer:
        said[name] = json.load(answer)
    assert os.waitpid(child, 0)[1] == 0

import spacy_piivot

HEAVY = ("spacy", "presidio_analyzer", "onnxruntime", "pyarrow", "ray", "pyspark", "polars")
said["imported with the package"] = [name for name in HEAVY if name in sys.modules]
import spacy  # in the parent: each child would import it

def presidio_first():
    import presidio_analyzer
    spacy_piivot.load()
    module = sys.modules["presidio_analyzer.nlp_engine.huggingface_token_pipe"]
    return module.create_huggingface_token_pipe is not None

def threads():
    failed = []
    def work():
        try:
            spacy_piivot.load()("write to tobias@example.org")
        except Exception as error:
            failed.append(type(error).__name__)
    some = [threading.Thread(target=work) for _ in range(3)]
    for thread in some:
        thread.start()
    for thread in some:
        thread.join()
    return failed

def patterns():
    from spacy_piivot.core.startup import without_presidio
    with without_presidio():
        nlp = spacy.blank("en")
        component = nlp.add_pipe("pii_patterns")
    imported = lambda *names: [name for name in names if name in sys.modules]
    registry = "spacy_piivot.kinds.registry"
    before = imported(registry)
    nlp("two plus 2")
    component.find("two plus 2", "")
    lesson = imported(registry, "presidio_analyzer", "tldextract")
    component.find("tarn@example.com", "")
    return {"before": before, "lesson": lesson, "address": imported("presidio_analyzer")}

def embedding():
    from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
    nlp = spacy.blank("en")
    nlp.add_pipe("math_segmenter")
    texts = ["hi there", "what is 3/4 + 1/2", "bye for now"]
    dialogue = Dialogue("d", [Message("s", text) for text in texts])
    docs = [dialogue_to_doc(dialogue, nlp) for _ in range(3)]
    nlp(docs[0])
    return len(list(nlp.pipe(docs[1:], n_process=2, batch_size=1)))

def scorer():
    import spacy_piivot.evaluation.core.scorer
    return [name for name in sys.modules if "." not in name and sys.modules[name] is not None]

forked("imported with spaCy and the scorer", scorer)
forked("patterns", patterns)
forked("docs after embedding", embedding)
forked("presidio is left alone", presidio_first)
if "threads" in sys.argv:
    forked("failed threads", threads)
nlp = spacy_piivot.load()
doc = nlp("Okay, Tobias, what is 3 x 4?")
said["found without torch"] = [span.text for span in doc.spans["pii"]]
said["presidio after a load"] = [name for name in sys.modules if name.startswith("presidio_")]
said["released"] = nlp(sys.argv[1])._.piivot_text

def address():
    nlp("write to tobias@example.org")
    imported = "presidio_analyzer" in sys.modules
    spacy.blank("en")
    return [imported, spacy.Language.has_factory("presidio_hf_token_pipe")]

forked("presidio after an address", address)
print(json.dumps(said))
"""


def observe(folder: Path, *more: str) -> dict[str, Any]:
    """Run the code in a new interpreter with an empty environment.

    folder (Path): An empty folder, which contains the user's folders.
    *more (str): "threads" to test threads as well.
    RETURNS (dict[str, Any]): The observations by name.
    """
    folders = {name: folder / name for name in ("HOME", "XDG_CACHE_HOME", "TMPDIR")}
    for one in folders.values():
        one.mkdir()
    # An empty environment, because onnxruntime reports nothing if it detects a CI.
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONHASHSEED": "4242",
        "SPACY_PIIVOT_KEY": KEY,
        **{name: str(path) for name, path in folders.items()},
    }
    run = subprocess.run(
        [sys.executable, "-c", CODE, TEXT, *more],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seen: dict[str, Any] = json.loads(run.stdout)
    seen["stderr"] = run.stderr
    seen["files"] = [str(path) for path in folder.rglob("*") if not path.is_dir()]
    return seen
