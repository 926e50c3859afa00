import pytest

from spacy_piivot.corpus.documents.style_names import is_word_style


@pytest.mark.parametrize(
    "name",
    [
        "Normal", "heading 1", "Heading 1 Char", "List Bullet 2", "Normal (Web)",
        "E-mail Signature", "HTML Top of Form", "Table 3D effects 1", "Grid Table 5 Dark Accent 3",
        "toc 9", "annotation text", "FollowedHyperlink", "Default Paragraph Font", "No List",
    ],
)  # fmt: skip
def test_the_names_of_word_are_known(name: str) -> None:
    assert is_word_style(name)


@pytest.mark.parametrize(
    "name", ["Maya Style", "heading 1,Maya", "Mayas Normal", "Überschrift Dent", "Title_Maya"]
)
def test_a_name_that_somebody_gave_is_not(name: str) -> None:
    assert not is_word_style(name)


def test_all_that_an_empty_document_lists_are_known() -> None:
    docx = pytest.importorskip("docx")
    name = docx.oxml.ns.qn("w:name")
    styles = docx.Document().styles.element
    latent = [one.get(name) for one in styles.iter(docx.oxml.ns.qn("w:lsdException"))]
    assert len(latent) > 100
    assert [name for name in latent if not is_word_style(name)] == []
