"""`essay_sources`: tells the people, places and addresses of an essay's sources from its own."""

from spacy.language import Language
from spacy.tokens import Doc

from ..core.dialogue import doc_roster
from ..core.shape import doc_shape
from ..core.spans import PII, get_candidates, move_candidates, searched_by, set_candidates
from ..core.texts import doc_text
from ..kinds.sources import BY_LISTS, SourcedEssay
from ..lang import Lexicon
from ..sections import sections_of
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts


@Language.factory(
    "essay_sources",
    assigns=["doc.spans"],
    requires=["doc.spans"],
    default_config={
        "lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"},
        "spans_key": PII,
    },
)
def make_essay_sources(
    nlp: Language, name: str, lexicon: Lexicon, spans_key: str
) -> "EssaySources":
    """Construct an EssaySources component.

    lexicon (Lexicon): How the language cites, and which sites are everybody's.
    spans_key (str): The span group to change.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return EssaySources(name=name, lexicon=lexicon, spans_key=spans_key)


class EssaySources(DocumentComponent):
    """Gives the names of cited authors and the addresses of sources the role "cited", and moves the
    places, dates and numbers of a list of references to `doc.spans["pii_rejected"]`, with the
    places that a gazetteer knows and no tagger supports.

    Dialogues stay as they are. Whoever may have a name of the author block, a page header or the
    roster is a participant, and who stands in the references without a work is private.
    """

    factory = "essay_sources"

    def __init__(self, *, name: str, lexicon: Lexicon, spans_key: str) -> None:
        super().__init__(name)
        self.lexicon = lexicon
        self.spans_key = spans_key

    def annotate(self, doc: Doc) -> None:
        candidates = get_candidates(doc, self.spans_key)
        if not candidates or doc_shape(doc) != "essay":
            return
        sections = sections_of(doc, self.lexicon)
        essay = SourcedEssay(doc_text(doc), candidates, sections, self.lexicon)
        set_candidates(doc, essay.with_roles(doc_roster(doc)), self.spans_key)
        by_tagger = not BY_LISTS.issuperset(searched_by(doc, self.spans_key))
        move_candidates(doc, essay.refused(by_tagger=by_tagger), self.spans_key)
