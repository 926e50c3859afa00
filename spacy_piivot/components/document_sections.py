"""`document_sections`: marks the author block, references and other sections of an essay."""

from spacy.language import Language
from spacy.tokens import Doc

from ..lang import Lexicon
from ..sections import mark_sections
from .document_component import DocumentComponent
from .pipeline_watch import watch_pipeline
from .saving import save_without_texts


@Language.factory(
    "document_sections",
    assigns=["doc.spans"],
    default_config={"lexicon": {"@misc": "spacy_piivot.Lexicon.v1", "lang": "en"}},
)
def make_document_sections(nlp: Language, name: str, lexicon: Lexicon) -> "DocumentSections":
    """Construct a DocumentSections component.

    lexicon (Lexicon): The headings, fields and other words of the language.
    """
    save_without_texts(nlp)
    watch_pipeline(nlp)
    return DocumentSections(name=name, lexicon=lexicon)


class DocumentSections(DocumentComponent):
    """Writes `doc.spans["sections"]`: adjacent spans that cover an essay, labelled `author_block`,
    `body`, `footnotes`, `references`, `page_header`, `acknowledgements` or `appendix`. The group
    of a dialogue is empty.
    """

    factory = "document_sections"

    def __init__(self, *, name: str, lexicon: Lexicon) -> None:
        super().__init__(name)
        self.lexicon = lexicon

    def annotate(self, doc: Doc) -> None:
        mark_sections(doc, self.lexicon)
