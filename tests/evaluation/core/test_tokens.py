from annotated import span

from spacy_piivot.evaluation.core.tokens import tag_tokens


def test_a_span_inside_a_token_labels_the_token() -> None:
    assert tag_tokens([(0, 9), (10, 13)], [span(0, 5)]) == {0: "B-NAME"}


def test_spans_side_by_side_begin_anew() -> None:
    tokens = [(0, 3), (4, 7), (8, 11)]
    assert tag_tokens(tokens, [span(0, 3), span(4, 11)]) == {0: "B-NAME", 1: "B-NAME", 2: "I-NAME"}
