from training.corpora.essays import Essay, EssaySpan
from training.corpora.url_scores import owners

PROSE = "When we drew the map, I was sure that they would be against it, but they were not. " * 4


def test_the_true_and_the_found_owner_of_each_address() -> None:
    text = (
        f"Name: Ada Okonjo\ngithub.com/adaok\n\n{PROSE}\n\nReferences\n"
        "Lindh, S. (2011). Birds. https://birds.example/a\n"
    )

    def span(part: str, label: str, role: str = "") -> EssaySpan:
        return EssaySpan(text.index(part), text.index(part) + len(part), label, role)

    spans = (
        span("Ada Okonjo", "NAME", "participant"),
        span("github.com/adaok", "URL"),
        span("https://birds.example/a", "URL", "cited"),
    )
    essay = Essay("x-001", text, spans, (EssaySpan(0, len(text), "body"),))
    assert owners(essay) == [("personal", "personal"), ("public", "public")]
