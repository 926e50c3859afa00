import pytest

from spacy_piivot.components.planning import plan_edits
from spacy_piivot.core.spans import Candidate, add_candidates
from spacy_piivot.lang import ENGLISH
from tests.support.shared_pipelines import blank_english


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ('I am [Emily] "[Em]" [Watson].', 'Emily "Em" Watson'),
        ("this is [robert] ([bob]) [hale]", "robert (bob) hale"),
        ("[Emily Watson] ([Em]) is here", "Emily Watson (Em)"),
        ("[Thomas] “[Tom]” [Ellery] said", "Thomas “Tom” Ellery"),
        ("[Michael] '[Mike]' is here", "Michael 'Mike'"),
        ("[Emily] and [Em] [Watson]", ""),
        ('[Emily] said "[Em] is here"', ""),
        ("[Emily] ([Em]), [Watson]", "Emily (Em)"),
    ],
)
def test_the_name_around_a_nickname_is_noted(text: str, whole: str) -> None:
    plain = text.replace("[", "").replace("]", "")
    doc = blank_english()(plain)
    found, at = [], 0
    for piece in text.split("[")[1:]:
        name = piece.partition("]")[0]
        at = plain.index(name, at)
        found.append(Candidate(at, at + len(name), "NAME", 1.0, "gold"))
        at += len(name)
    add_candidates(doc, found, "pii")
    planned = plan_edits(doc, plain, "pii", lambda candidate, text: "hips", ENGLISH)
    assert [one.mention.whole for one in planned if one.mention.whole] == [whole] * bool(whole)
