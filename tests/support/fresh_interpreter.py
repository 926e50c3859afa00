"""Runs many tests' code in one fresh interpreter, which has imported nothing yet.

Starting an interpreter with spaCy and Presidio takes two seconds, a fork of one with spaCy half of
that.
"""

import json
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

KEY = "a test key of more than sixteen bytes"
TEXT = "Hi Odile Ferrand, I am Tariq"

# What a seed of Python's hashes could change; a test runs it in this process too.
DRAWN = """
def drawn():
    from spacy_piivot.surrogates import Mention, assign
    names = ["Cassie", "John Smith", "Smith", "Lee", "Ana Lee", "Priya", "Casandra", "Cassandra"]
    mentions = [Mention(n, "NAME") for n in names] + [
        Mention("Ohio", "LOCATION"), Mention("cassie@oakhill.edu", "EMAIL_ADDRESS"),
        Mention("612-555-0123", "PHONE_NUMBER"), Mention("May 5 2012", "DATE")]
    mentions += [Mention(str(n), "ID_NUM") for n in range(10, 60)]  # many collisions
    speakers = {"Owen", "Zoe", "tutor"}
    found = assign(mentions, key=b"0123456789abcdef", scope="d1", speakers=speakers)
    return [found[m] for m in mentions] + [found.speaker("Owen")]
"""

CODE = """
import json, os, pickle, sys, threading, warnings

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

HEAVY = ("spacy", "presidio_analyzer", "onnxruntime", "pyarrow", "ray", "pyspark", "polars")

def package():
    import spacy_piivot
    return [name for name in HEAVY if name in sys.modules]

forked("imported with the package", package)
import spacy  # in the parent: each child would import it

def imported(*names):
    return [name for name in names if name in sys.modules]

with open(sys.argv[2], "rb") as stream:
    pickled = pickle.load(stream)
for name, data in pickled.items():
    def unpickled():
        before = spacy.tokens.Doc.has_extension("piivot_status")
        part = pickle.loads(data)
        vocab = part.vocab if hasattr(part, "vocab") else spacy.Vocab()
        warnings.simplefilter("ignore")  # it stands alone
        part(spacy.tokens.Doc(vocab, words=["hi"]))
        return [before, spacy.tokens.Doc.has_extension("piivot_status")]
    forked(f"extension before and after {name}", unpickled)

def factories():
    before = imported("spacy_piivot")
    nlp = spacy.blank("en")
    for name in pickled:
        nlp.add_pipe(name)
    return [before, nlp.pipe_names, embedding()]

def embedding():
    from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
    nlp = spacy.blank("en")
    nlp.add_pipe("math_segmenter")
    texts = ["hi there", "what is 3/4 + 1/2", "bye for now"]
    dialogue = Dialogue("d", [Message("s", text) for text in texts])
    docs = [dialogue_to_doc(dialogue, nlp) for _ in range(3)]
    nlp(docs[0])
    return len(list(nlp.pipe(docs[1:], n_process=2, batch_size=1)))

forked("factories", factories)
said["docs after embedding"] = said["factories"].pop()
import spacy_piivot

def presidio_first():
    import presidio_analyzer
    spacy_piivot.load()
    module = sys.modules["presidio_analyzer.nlp_engine.huggingface_token_pipe"]
    left_alone = module.create_huggingface_token_pipe is not None
    import socket
    def refuse(*arguments, **options):
        raise ConnectionError("asked the network")
    socket.getaddrinfo = socket.socket.connect = refuse
    from spacy_piivot import presidio
    from presidio_analyzer.predefined_recognizers import EmailRecognizer
    found = EmailRecognizer().analyze("to ola@example.org", ["EMAIL_ADDRESS"], None)
    return [left_alone, len(found)]

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
    registry = "spacy_piivot.kinds.registry"
    before = imported(registry)
    nlp("two plus 2")
    component.find("two plus 2", "")
    return {"before": before, "lesson": imported(registry, "presidio_analyzer", "tldextract")}

def scorer():
    import spacy_piivot.evaluation.core.scorer
    return [name for name in sys.modules if "." not in name and sys.modules[name] is not None]

forked("imported with spaCy and the scorer", scorer)
forked("patterns", patterns)
forked("presidio before us", presidio_first)
if "threads" in sys.argv:
    forked("failed threads", threads)
nlp = spacy_piivot.load()
doc = nlp("Okay, Tobias, what is 3 x 4?")
said["found without torch"] = [span.text for span in doc.spans["pii"]]
said["presidio after a load"] = [name for name in sys.modules if name.startswith("presidio_")]
said["released"] = nlp(sys.argv[1])._.piivot_text

def address():
    nlp("write to tobias@example.org")
    found = imported("presidio_analyzer")
    spacy.blank("en")
    return [found, spacy.Language.has_factory("presidio_hf_token_pipe")]

forked("presidio after an address", address)
"""
END = """
forked("drawn", drawn)
print(json.dumps(said))
"""


def observe(folder: Path, components: Mapping[str, Any], *more: str) -> dict[str, Any]:
    """Run the code in a new interpreter with an empty environment.

    folder (Path): An empty folder, which contains the user's folders.
    components (Mapping[str, Any]): Components by name, to be pickled and used there.
    *more (str): "threads" to test threads as well.
    RETURNS (dict[str, Any]): The observations by name.
    """
    folders = {name: folder / name for name in ("HOME", "XDG_CACHE_HOME", "TMPDIR")}
    for one in folders.values():
        one.mkdir()
    parts = folder.with_name(f"{folder.name}.pickle")
    parts.write_bytes(pickle.dumps({name: pickle.dumps(one) for name, one in components.items()}))
    # An empty environment, because onnxruntime reports nothing if it detects a CI.
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONHASHSEED": "4242",
        "SPACY_PIIVOT_KEY": KEY,
        **{name: str(path) for name, path in folders.items()},
    }
    run = subprocess.run(
        [sys.executable, "-c", CODE + DRAWN + END, TEXT, parts, *more],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    seen: dict[str, Any] = json.loads(run.stdout)
    seen["stderr"] = run.stderr
    seen["files"] = [str(path) for path in folder.rglob("*") if not path.is_dir()]
    return seen
