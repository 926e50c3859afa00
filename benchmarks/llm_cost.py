"""Measure dollars per million tokens of a corpus, for each way of querying a language model.

    python benchmarks/llm_cost.py gold.jsonl [--base-url URL --model NAME]

As Table 8 of Shen et al. (2025), from the usage that the endpoint reports. Without an endpoint, the
tests' stand-in server counts tokens and answers at the usual length: this shows what a model would
cost, not how good it is. A WordPiece tokeniser then counts prompts, answers and corpus alike. The
table is Markdown; verifiers are queried about candidates that `en_piivot_light` is unsure of.
"""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

import spacy
import srsly
import typer
from spacy.language import Language
from spacy.tokens import Doc
from tokenizers import Tokenizer  # type: ignore[import-untyped]

import spacy_piivot
from spacy_piivot.cli.running import guarded
from spacy_piivot.core.dialogue import Dialogue, Message, dialogue_to_doc
from spacy_piivot.core.spans import get_candidates, set_candidates
from spacy_piivot.llm.connection import MODEL, Connection
from spacy_piivot.llm.marks import write_marks
from spacy_piivot.llm.usage import MILLION, Usage

TESTS = Path(__file__).parent.parent / "tests" / "support"
REASONING = (
    "The word stands where somebody is greeted, and nothing in the lesson is called so. It is how "
    "a pupil is spoken to here, so it could tell who somebody is.\nResponse: T"
)
CONFIGURATIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "verifier, T/F": ("llm_verifier", {}),
    "verifier, T/F, a dialogue at once": ("llm_verifier", {"batched": True}),
    "verifier, reasoning": ("llm_verifier", {"reasoning": True}),
    "verifier, T/F, every candidate": (
        "llm_verifier",
        {"verify_band": [0.0, 1.0], "never_reject": []},
    ),
    "detector, basic": ("llm_detector", {"prompt": "basic"}),
    "detector, math-aware": ("llm_detector", {"prompt": "math-aware"}),
    "detector, segment-aware": ("llm_detector", {"prompt": "segment-aware"}),
    "detector, special identifiers": ("llm_detector", {"prompt": "special-identifiers"}),
}


def main(
    corpus: Path,
    base_url: Annotated[str | None, typer.Option(help="A real endpoint.")] = None,
    model: Annotated[str, typer.Option(help="The model there.")] = MODEL,
    remote_ok: Annotated[bool, typer.Option("--remote-ok")] = False,
    api_key_env: str | None = None,
) -> None:
    """Print the table."""
    with guarded():
        count = token_counter()
        dialogues = list(srsly.read_jsonl(corpus))
        tokens = sum(count(message["text"]) for one in dialogues for message in one["messages"])
        nlp = spacy_piivot.load()
        nlp.remove_pipe("hips_surrogator")
        docs = list(nlp.pipe(make_doc(one, nlp) for one in dialogues))
        typer.echo(f"{len(docs)} dialogues, {tokens:,} tokens\n")
        typer.echo(
            "| configuration | asked of candidates | requests | tokens in | out | $ per 1M |"
        )
        typer.echo("|---|---:|---:|---:|---:|---:|")
        with endpoint(base_url, docs, count) as url:
            for name, (component, config) in CONFIGURATIONS.items():
                connection = Connection(
                    base_url=url, model=model, remote_ok=remote_ok, api_key_env=api_key_env
                )
                asking = {**config, "connection": connection.to_config()}
                used, asked = measure(docs, component, asking)
                candidates = sum(len(get_candidates(doc)) for doc in docs)
                share = f"{asked / candidates:.1%}" if component == "llm_verifier" else ""
                dollars = used.cost / tokens * MILLION
                typer.echo(
                    f"| {name} | {share} | {used.requests:,} | {used.input_tokens:,} | "
                    f"{used.output_tokens:,} | {dollars:.4f} |"
                )


def make_doc(source: dict[str, Any], nlp: Language) -> Doc:
    """A dialogue's Doc."""
    messages = [Message(message["speaker"], message["text"]) for message in source["messages"]]
    return dialogue_to_doc(Dialogue(str(source["id"]), messages), nlp)


def measure(docs: list[Doc], component: str, config: dict[str, Any]) -> tuple[Usage, int]:
    """The usage of a component on Docs, and how many candidates it queries."""
    nlp = spacy.blank("en")
    part: Any = nlp.add_pipe(component, config=config)
    part.set_error_handler(lambda *arguments: None)
    copies = []
    for doc in docs:
        copy = doc.copy()
        set_candidates(copy, get_candidates(doc))
        copies.append(copy)
    done = list(part.pipe(copies))
    asked = sum((doc._.piivot_llm or {}).get(component, {}).get("asked", 0) for doc in done)
    used = part.usage
    part.close()
    return used, asked


def token_counter() -> Callable[[str], int]:
    """A function that counts WordPiece tokens."""
    folder = resources.files("spacy_piivot").joinpath("data", "static_embeddings")
    tokenizer = Tokenizer.from_str(folder.joinpath("tokenizer.json").read_text("utf8"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


@contextmanager
def endpoint(base_url: str | None, docs: list[Doc], count: Callable[[str], int]) -> Iterator[str]:
    """The given endpoint, or a stand-in that answers with the pipeline's findings."""
    if base_url is not None:
        yield base_url
        return
    sys.path.insert(0, str(TESTS))
    import stand_in_server  # type: ignore[import-not-found]

    stand_in_server.count_tokens = count
    found = {
        candidate.cut(doc.text): candidate.label
        for doc in docs
        for candidate in get_candidates(doc)
    }

    def answer(body: dict[str, Any]) -> str:
        system, said = (message["content"] for message in body["messages"])
        if "[[" in said:
            if "answers" in system:
                number = said.count("[[")
                return json.dumps(
                    {"answers": [{"number": n, "answer": "T"} for n in range(1, number + 1)]}
                )
            return REASONING if "Response" in system else "T"
        shown = said.rpartition("<<<TEXT\n")[2].partition("\nTEXT>>>")[0].split("\n")
        spans = [
            [
                (line.index(text), line.index(text) + len(text), label)
                for text, label in found.items()
                if text in line
            ]
            for line in shown
        ]
        if "@@@" in system:
            return "\n".join(map(write_marks, shown, spans))
        return json.dumps({"pii": [
            {"message": int(line.partition("|")[0]), "text": line[a:b], "type": "PERSON"}
            for line, some in zip(shown, spans, strict=True) for a, b, _ in some
        ]})  # fmt: skip

    with stand_in_server.StandInServer(answer) as server:
        yield server.base_url


if __name__ == "__main__":
    typer.run(main)
