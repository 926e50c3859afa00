"""A test stands where one looks for it: in the folder of its package, under its module's name."""

from pathlib import Path

from conftest import REPOSITORY

TESTS = REPOSITORY / "tests"
# What a folder of tests mirrors, where it is no package of `spacy_piivot`.
BESIDE = {"training": "training", "benchmarks": "benchmarks"}
# Folders of no package: tests of the whole, what tests share, and the pages in a browser.
NOT_MIRRORED = ("whole", "support", "review/server/browser")
# Tests of more than one module of a package, and why they are not divided.
WHOLES = {
    "test_mirror": "this one",
    "cli/test_help": "the help of every command",
    "cli/test_private_files": "whatever command writes the file",
    "cli/test_skipped": "whatever command reads a folder",
    "components/test_strategies": "hips_surrogator, with what it plans and draws",
    "components/test_transformer_backbone": "the recogniser and the transformers extra",
    "corpus/sources/test_lists": "the committed lists, of all sources",
    "corpus/sources/test_readers": "a reader of a source is ten lines",
    "evaluation/test_layers": "what imports what",
    "evaluation/utility/test_words": "the words of all measures of the lesson",
    "lang/test_another_language": "the pipeline in another language",
    "lang/test_another_language_released": "the pipeline in another language",
    "lang/test_configs": "the configs of all components",
    "lang/test_english": "the files of the English pack",
    "lang/test_no_english_in_code": "all modules",
    "lang/test_parts": "all modules",
    "kinds/names/test_language": "all modules of names, in another language",
    "kinds/names/test_titles": "one list of titles, whatever module asks for it",
    "kinds/test_mathematics": "all recognisers",
    "kinds/test_relatives": "all recognisers",
    "kinds/test_words": "all modules of patterns, without words",
    "presidio/test_gold_dev": "all of Presidio's doors",
    "runs/test_at_once": "runs that meet other runs",
    "runs/test_hidden_names": "whatever a run says",
    "runs/test_promises": "all formats",
    "kinds/test_found_is_rewritten": "all recognisers and generators",
    "surrogates/test_information": "all generators",
    "surrogates/test_language": "all generators, in another language",
    "training/test_layers": "what imports what",
}


def mirrored() -> list[str]:
    paths = (path.relative_to(TESTS) for path in TESTS.rglob("test_*.py"))
    return sorted(
        path.with_suffix("").as_posix()
        for path in paths
        if not any(path.is_relative_to(folder) for folder in NOT_MIRRORED)
    )


def module_of(test: str) -> Path:
    """The module that a test is named after."""
    path = Path(test)
    root = REPOSITORY / BESIDE.get(path.parts[0], f"spacy_piivot/{path.parts[0]}")
    if len(path.parts) == 1:
        root = REPOSITORY / "spacy_piivot"
    name = path.name.removeprefix("test_")
    return root.joinpath(*path.parts[1:-1], f"{'__main__' if name == 'main' else name}.py")


def test_a_test_is_named_after_its_module() -> None:
    """Else: rename it, move it to tests/whole/, or say in WHOLES why it tests more than one."""
    named = [test for test in mirrored() if test not in WHOLES]
    assert [test for test in named if not module_of(test).is_file()] == []


def test_what_is_said_to_be_a_whole_is_there_and_named_after_no_module() -> None:
    assert set(WHOLES) <= set(mirrored())
    assert [test for test in WHOLES if module_of(test).is_file()] == []


def test_no_test_stands_in_a_folder_of_no_package() -> None:
    for test in mirrored():
        assert module_of(test).parent.is_dir(), test
