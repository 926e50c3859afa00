import csv
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from shared_pipelines import blank_english
from spacy.training import Example

from spacy_piivot.errors import InputError, RecordError
from spacy_piivot.evaluation.readers.dialogue_corpus import make_dialogue_corpus
from spacy_piivot.spans import get_candidates
from training.augment.injection import inject
from training.augment.name_filling import fill_masked, forget_spaces, renew_values, swap_names
from training.augment.name_pool import NamePool
from training.corpora.make import main
from training.corpora.silver import silver_dialogues
from training.corpora.sources import (
    pack,
    parted_places,
    read_dialogues,
    read_sentences,
    without_excerpts,
)
from training.corpora.training_corpus import TrainingCorpus, chunk
from training.labelled import Gold, Labelled, LabelledDialogue, read_record
from training.splits import SPLITS, split_of_name

ORDINARY = (
    "Will Mark Grace Hope Joy Rose Bill Art Ray Faith Dawn Penny Olive Ruby Daisy Violet Summer "
    "Rich Chase Drew"
).split()


def write_jsonl(path: Path, dialogues: Iterable[tuple[str, str, list[dict[str, Any]]]]) -> None:
    path.write_text(
        "".join(
            json.dumps({"id": id, "corpus": corpus, "messages": messages}) + "\n"
            for id, corpus, messages in dialogues
        ),
        "utf8",
    )


def turn(text: str, name: str = "", label: str = "NAME", **more: str) -> dict[str, Any]:
    start = text.find(name)
    spans = [{"start": start, "end": start + len(name), "label": label, **more}] if name else []
    return {"speaker": "tutor", "text": text, "spans": spans}


def made_up_names(count: int) -> list[str]:
    rng = random.Random(4)
    parts = ("Zo", "ra", "ven", "tul", "mi", "bek", "shu", "lo", "dar", "fin")
    return sorted({"".join(rng.sample(parts, 3)).capitalize() for _ in range(count)})


@pytest.fixture(scope="session")
def names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    made_up = made_up_names(400)

    def write(name: str, header: str, rows: Iterable[tuple[str, ...]]) -> None:
        with (folder / name).open("w", encoding="utf8", newline="") as stream:
            csv.writer(stream).writerows([header.split(","), *rows])

    write("iso3166_regions.csv", "alpha-2,sub-region", [("PE", "one"), ("GH", "two")])
    header = "Country,Romanized Name,Localized Name"
    rows = [(code, name, name) for code in ("PE", "GH") for name in made_up]
    foreign = [("PE", "", name) for name in ("Милена", "Олег", "Анна", "Вера", "Ивана")]
    write("forenames_by_country.csv", header, [*rows, *foreign])
    write("surnames_by_country.csv", header, rows)
    cities = [(f"{name}ville", "United States") for name in made_up]
    cities += [(f"{name}ton", f"{name}land") for name in made_up]
    write("world_cities.csv", "name,country", cities)
    (folder / "us_first_names.txt").write_text("\n".join([*made_up, *ORDINARY]))
    (folder / "us_surnames.txt").write_text("\n".join(made_up))
    schools = [{"name": f"University of {name}"} for name in made_up]
    (folder / "universities.json").write_text(json.dumps(schools))
    return folder


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("train")
    ids = range(25)
    gold: list[tuple[str, str, list[dict[str, Any]]]] = []
    gold += [(f"ci-prep-{i}", "cima", [turn("What is red?"), turn("rosso")]) for i in ids]
    gold += [(f"br-{i}_1", "bridge", [turn("Hi [STUDENT]."), turn("ok")]) for i in ids]
    gold += [(f"md-{i}_1", "mathdial", [turn(f"Ana has {i}00 of a{i}kind", "Ana")]) for i in ids]
    gold += [(f"nc-{i}.1", "ncte", [turn("Student J, sit."), turn("Yes.")]) for i in ids]
    gold += [(f"am-{i}.0", "amber", [turn("Okay.")]) for i in ids]
    write_jsonl(folder / "gold_train.jsonl", gold)
    for kind in ("chat", "classroom"):
        corpus = f"synthetic_{kind}"
        number = turn("call 555-0199", "555-0199", "PHONE")
        dialogues = [(f"{kind}-{i}", corpus, [turn(f"i am Bo{i}", f"Bo{i}"), number]) for i in ids]
        write_jsonl(folder / f"{corpus}.jsonl", dialogues)
    more = [(f"more-{i}", "synthetic_chat", [turn(f"thx Zu{i}", f"Zu{i}")]) for i in range(40)]
    write_jsonl(folder / "synthetic_more.jsonl", more)
    plain = {"speaker": "teacher", "text": "Student K and C are right, Mr. B."}
    write_jsonl(
        folder / "ncte.jsonl",
        [(f"nc-{i}", "ncte", [plain, turn("Student J, sit."), turn("Yes."), plain]) for i in ids],
    )
    turns = [turn("Okay."), turn("Go.")]
    write_jsonl(folder / "amber.jsonl", [(f"am-{i}", "amber", turns) for i in ids])
    write_jsonl(
        folder / "cima.jsonl", [(f"ci-prep-{i}", "cima", [turn("Verde?")]) for i in range(60)]
    )
    write_jsonl(
        folder / "mathdial.jsonl",
        [
            (f"md-{i}_{j}", "mathdial", [turn(f"Ana has {i}00 of a{i}kind")])
            for i in range(40)
            for j in (1, 2)
        ],
    )
    write_jsonl(folder / "gsm8k.jsonl", [("gsm-1", "gsm8k", [turn("Ana has many pebbles.")])])
    for corpus in ("svamp", "aqua"):
        write_jsonl(folder / f"{corpus}.jsonl", [(f"{corpus}-1", corpus, [turn("Bo has many?")])])
    sentence = "Hi\tO\n@\tB-PER\njo\tB-PER\n,\tO\nAda\tB-person\nLee\tI-person\n!\tO\n\n"
    for name in ("wnut17_train", "wnut17_dev", "wikigold", *(f"btc_{part}" for part in "abefgh")):
        (folder / f"{name}.conll").write_text(sentence * 12)
    return folder


@pytest.fixture(scope="session")
def out(data: Path, names: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("corpus") / "new"
    main(data=data, names=names, out=out, silver_from=None, copies=2, seed=5, words_scale=0.005)
    return out


@pytest.fixture(scope="session")
def examples(out: Path) -> dict[str, list[Example]]:
    nlp = blank_english()
    return {split: list(make_dialogue_corpus(out / f"{split}.spacy")(nlp)) for split in SPLITS}


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf8").splitlines()]


def test_all_files_are_there_and_say_what_they_hold(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    assert sorted(path.name for path in out.iterdir()) == [
        "corpus.json", "dev.jsonl", "dev.spacy", "test.jsonl", "test.spacy", "train.spacy",
    ]  # fmt: skip
    summary = json.loads((out / "corpus.json").read_text("utf8"))
    assert (summary["seed"], summary["copies"], summary["silver"]) == (5, 2, False)
    assert len(summary["inputs"]) == 11 + 9 + 7
    assert {len(sha256) for sha256 in summary["inputs"].values()} == {64}
    for split in SPLITS:
        found = sum(len(get_candidates(example.reference)) for example in examples[split])
        sources = summary["splits"][split].values()
        assert sum(source["documents"] for source in sources) == len(examples[split])
        assert sum(sum(source["spans"].values()) for source in sources) == found


def test_a_run_that_broke_off_does_not_look_whole(
    data: Path, names: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "corpus.json").write_text("{}")

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("training.corpora.make.write_docs", interrupted)
    with pytest.raises(typer.Exit):
        main(data, names, tmp_path, silver_from=None, copies=1, seed=6, words_scale=0.005)
    assert (tmp_path / "train.spacy").exists()
    assert not (tmp_path / "corpus.json").exists()


@pytest.mark.parametrize("line", ['{"id": "Zephyrine', '{"id": "d", "text": "Zephyrine"}', "[1]"])
def test_a_line_that_is_no_dialogue_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / "ncte.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(InputError, match=r"ncte\.jsonl, line 2") as caught:
        list(read_dialogues(tmp_path / "ncte.jsonl"))
    assert "Zephyrine" not in str(caught.value)
    assert caught.value.__context__ is None


def test_dev_and_test_are_the_same_as_docs_and_as_jsonl(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    nlp = blank_english()
    for split in ("dev", "test"):
        docs = examples[split]
        lines = list(make_dialogue_corpus(out / f"{split}.jsonl", canonical=True)(nlp))
        assert len(docs) == len(lines)
        for one, other in zip(docs, lines, strict=True):
            assert one.reference.text == other.reference.text
            assert get_candidates(one.reference) == get_candidates(other.reference)
        assert any(record["corpus"] == "injected" for record in records(out / f"{split}.jsonl"))


def test_seen_tells_whether_training_has_the_name(
    out: Path, examples: dict[str, list[Example]]
) -> None:
    trained = {
        candidate.cut(text).casefold()
        for example in examples["train"]
        for text in [example.reference.text]
        for candidate in get_candidates(example.reference)
        if candidate.label == "NAME"
    }
    told = Counter()
    for split in ("dev", "test"):
        for record in records(out / f"{split}.jsonl"):
            for message in record["messages"]:
                for span in message["spans"]:
                    name = message["text"][span["start"] : span["end"]].casefold()
                    assert span.get("seen") == (
                        name in trained if span["label"] == "NAME" else None
                    )
                    told[span.get("seen")] += 1
    assert told[True]
    assert told[False]


def test_the_same_seed_gives_the_same_corpus_and_copies_differ(data: Path, names: Path) -> None:
    one, two = (TrainingCorpus(data, names, seed=1, scale=0.02) for _ in range(2))
    assert one.copy(0) == two.copy(0)
    assert one.held_out("dev") == two.held_out("dev")
    texts = [Counter(m.text for _, d in one.copy(i) for m in d.messages) for i in (0, 1)]
    assert texts[0] != texts[1]


def test_train_has_no_group_of_dev_or_test(data: Path, names: Path) -> None:
    corpus = TrainingCorpus(data, names, seed=1, scale=0.02, silver=lambda dialogues: dialogues)
    ids = [{dialogue.id for dialogue in corpus.written[split]} for split in SPLITS]
    assert all(ids)
    assert len(set.union(*ids)) == sum(map(len, ids)) == 40
    train = [dialogue for dialogues in corpus.sources.values() for dialogue in dialogues]
    assert {corpus.split.of(d) for d in train if d.corpus != "general"} == {"train"}
    questions = {d.id.split("_")[0] for d in corpus.sources["silver_mathdial"]}
    held_out = {
        d.id.split("_")[0] for split in ("dev", "test") for d in corpus.labelled[split]
        if d.corpus == "mathdial"
    }  # fmt: skip
    assert questions
    assert held_out
    assert not questions & held_out


def test_masks_are_filled_the_same_all_through_a_dialogue(names: Path) -> None:
    texts = ("Students J, K and C, sit.", "Student J?", "Mr. B, [STUDENT]!", "[STUDENT]?")
    dialogue = LabelledDialogue("a", "ncte", tuple(Labelled("teacher", text) for text in texts))
    same = 0
    for seed in range(40):
        filled = fill_masked(dialogue, NamePool(names, split="dev"), random.Random(seed))
        strings = [
            message.text[gold.start : gold.end]
            for message in filled.messages
            for gold in message.spans
        ]
        assert len(strings) == 7
        assert {gold.role for message in filled.messages for gold in message.spans} == {
            "participant"
        }
        assert not any("Student" in m.text or "[" in m.text for m in filled.messages)
        assert filled.messages[2].text.startswith("Mr. ")
        same += strings[0] == strings[3] and strings[5] == strings[6]
    assert same > 25  # the others are spelt differently now and then


def test_a_mask_under_gold_stays(names: Path) -> None:
    message = Labelled("teacher", "Student J said", (Gold(0, 9, "ORG"),))
    dialogue = LabelledDialogue("a", "ncte", (message,))
    assert fill_masked(dialogue, NamePool(names, split="dev"), random.Random(1)) == dialogue


def test_swapped_names_and_renewed_values_are_consistent(names: Path) -> None:
    pool = NamePool(names, split="train")
    one = Labelled("s", "i am ana, 555-0199", (Gold(5, 8, "NAME"), Gold(10, 18, "PHONE_NUMBER")))
    two = Labelled("s", "555-0199!", (Gold(0, 8, "PHONE_NUMBER"),))
    pythagoras = Labelled("s", "Pythagoras", (Gold(0, 10, "NAME", "math_term"),))
    dialogue = LabelledDialogue("a", "c", (one, two, pythagoras))
    swapped = swap_names(dialogue, pool, random.Random(2))
    assert swapped.messages[2] == pythagoras
    name = swapped.messages[0].spans[0]
    assert swapped.messages[0].text[name.start : name.end] != "ana"
    renewed = renew_values(dialogue, pool, random.Random(2))
    number = renewed.messages[0].spans[1]
    string = renewed.messages[0].text[number.start : number.end]
    assert string != "555-0199"
    assert renewed.messages[1].text == f"{string}!"
    assert renewed.messages[0].text.startswith("i am ana, ")


def test_a_forgotten_space_leaves_the_gold_on_the_name() -> None:
    message = Labelled("s", "hi Alex can you", (Gold(3, 7, "NAME", "participant"),))
    dialogue = LabelledDialogue("a", "c", (message,))
    (glued,) = forget_spaces(dialogue, random.Random(1), rate=1.0).messages
    assert glued.text == "hiAlex can you"
    assert glued.spans == (Gold(2, 6, "NAME", "participant"),)


def test_every_dialogue_gets_an_injection_and_keeps_its_gold(names: Path) -> None:
    pool = NamePool(names, split="test")
    message = Labelled("tutor", "Hi Ana.", (Gold(3, 6, "NAME", "participant"),))
    dialogue = LabelledDialogue("a", "c", (message, message))
    for seed in range(60):
        injected = inject(dialogue, pool, random.Random(seed))
        text = " ".join(m.text for m in injected.messages)
        assert len(text) > len("Hi Ana. Hi Ana.")
        anas = [m for m in injected.messages if m.text.startswith("Hi Ana.")]
        assert all(m.spans[0] == message.spans[0] for m in anas)
        assert len(anas) >= 2


def test_unmasked_names_and_excerpts_are_left_out_or_their_gold_put_in() -> None:
    texts = ("Ramona, sit.", "Will you?", "Hi Ramona.", "Okay.")
    transcript = LabelledDialogue("nc-1", "ncte", tuple(Labelled("t", text) for text in texts))
    gold = Labelled("t", "Hi Ramona.", (Gold(3, 9, "NAME"),))
    excerpt = LabelledDialogue("nc-1.2", "ncte", (gold,))

    def read(**options: bool) -> Iterator[LabelledDialogue]:
        return without_excerpts([transcript], [excerpt], {"ramona"}, **options)

    (left,) = read()
    assert [m.text for m in left.messages] == ["Will you?", "Okay."]
    (left,) = read(gold=True)
    assert [m.spans for m in left.messages] == [(), gold.spans, ()]
    excerpt = LabelledDialogue("nc-1.1", "ncte", (gold,))
    with pytest.raises(RecordError, match=r"'nc-1\.1'"):
        list(read())


def test_sentences_are_read_with_what_is_unknown_and_without_months(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(
        "@\tB-PER\njo\tB-PER\nsaw\tO\nAda\tB-person\nLee\tI-person\nin\tO\nRome\tI-LOC\n,\tO\n"
        "#fun\tO\n\nOn\tO\n3\tO\nMarch\tO\n\nMarch\tB-PER\n\nMarta\tB-PER\nbit\tO\nACME\tB-ORG\n"
    )
    one, two = read_sentences(path)
    assert one.text == "@jo saw Ada Lee in Rome, #fun"
    assert [(one.text[g.start : g.end], g.label) for g in one.spans] == [
        ("@jo", "OTHER"), ("Ada Lee", "NAME"), ("Rome", "LOCATION"), ("#fun", "OTHER"),
    ]  # fmt: skip
    assert [g.label for g in two.spans] == ["NAME", "OTHER"]
    assert [len(d.messages) for d in pack([one] * 5, "a", size=2)] == [2, 2, 1]


def test_places_of_what_nobody_labelled_are_labelled(tmp_path: Path) -> None:
    message = Labelled("t", "from providence to New York, then 4/12 of the way to Newark")
    dialogue = LabelledDialogue("am-1", "amber", (message,))
    (transcript,) = without_excerpts([dialogue], [], set())
    found = [message.text[gold.start : gold.end] for gold in transcript.messages[0].spans]
    assert found == ["providence", "New York", "Newark"]


def test_a_place_and_its_country_are_two() -> None:
    text = "Newark, New Jersey; 4 Elm St, Newark"
    message = Labelled("t", text, (Gold(0, 18, "LOCATION"), Gold(20, 36, "LOCATION")))
    found = [text[gold.start : gold.end] for gold in parted_places(message).spans]
    assert found == ["Newark", "New Jersey", "4 Elm St, Newark"]


def test_chunks_cut_no_message() -> None:
    messages = tuple(Labelled("t", f"{i} " + "word " * (i % 50)) for i in range(100))
    parts = list(chunk(LabelledDialogue("a", "c", messages), random.Random(1)))
    assert tuple(m for part in parts for m in part.messages) == messages
    assert len(parts) > 5


def test_silver_labels_leave_out_what_is_unsure() -> None:
    class Tagger:
        """Is sure of "Ana", unsure of "Bo" and knows nothing else; gives two roles as well."""

        tags = ("O", "I-NAME")

        def predict(self, docs: list[Any]) -> list[Any]:
            import numpy

            sure = {"Ana": 1.0, "Bo": 0.5}
            columns = [[sure.get(token.text, 0.0) for token in doc] for doc in docs]
            return [numpy.array([[1 - p, p, 0.6, 0.4] for p in column]) for column in columns]

        def set_annotations(self, docs: list[Any], probabilities: list[Any]) -> None:
            from spacy_piivot.spans import Candidate, set_candidates

            for doc, rows in zip(docs, probabilities, strict=True):
                set_candidates(
                    doc,
                    [
                        Candidate(token.idx, token.idx + len(token), "NAME", 1.0, "x")
                        for token, row in zip(doc, rows, strict=True)
                        if row[1] > 0.5
                    ],
                )

    nlp = blank_english()
    nlp.get_pipe = lambda name: Tagger()
    texts = ("Hi Ana.", "Hi Bo.", "Hi you.")
    dialogues = [LabelledDialogue(t, "mathdial", (Labelled("t", t),)) for t in texts]
    found = list(silver_dialogues(dialogues, nlp))
    assert [d.id for d in found] == ["Hi Ana.", "Hi you."]
    assert found[0].messages[0].spans == (Gold(3, 6, "NAME"),)
    nameless = [LabelledDialogue(t, "amber", (Labelled("t", t),)) for t in texts]
    assert [d.id for d in silver_dialogues(nameless, nlp)] == ["Hi you."]


def test_filled_names_of_the_real_data_are_the_splits_own(data_folder: Path) -> None:
    pool = NamePool(data_folder / "names", split="dev")
    line = (data_folder / "train" / "ncte.jsonl").read_text("utf8").splitlines()[0]
    filled = fill_masked(read_record(json.loads(line)), pool, random.Random(1))
    strings = [m.text[g.start : g.end] for m in filled.messages for g in m.spans]
    parts = [part for string in strings for part in string.split()]
    assert len(strings) > 20
    assert sum(split_of_name(part) == "dev" for part in parts) > 0.85 * len(parts)
