"""Made-up corpora for the pages of the review desk: small, long, many, and of other scripts."""

from collections.abc import Callable, Mapping
from typing import Any

from fake_desk import FakeDesk, Shown

from spacy_piivot.review.model import Hint

CHAT = [
    ("Tutor", "Hi Maria, welcome back! How was Lincoln Middle School today?"),
    ("Maria Lopez", "good 🙂 my friend Jaden says 4/12 = 1/3 👍🏽, is that right?"),
    ("Tutor", "Yes! Jaden is right. Ask Ms. Okafor tomorrow, or mail me: tutor.k@example.org"),
    ("Maria Lopez", "ok, my student id is 48213977. Priyanka wants to know x > 3 && x < 5"),
    ("Tutor", "Let's see: <b>x</b> is 4, because 3 < 4 and 4 < 5."),
    ("Maria Lopez", "oh!! we did that in Mrs. Brennan's class on March 3"),
    ("Tutor", "Great. What is 7/8 of 24? Take your time."),
    ("Maria Lopez", "21?"),
    ("Tutor", "Right. See you on Thursday!"),
]
WORDS = (
    "My favourite place is the library of our town because it is quiet and the light is good. "
    "When Amara Okoye showed me the reading room, I knew that I would come back every week. "
    "We moved from Springfield to Lakeview when I was nine, and nothing was familiar. "
)
ARABIC = [
    ("المعلمة", "مرحبا ليلى، كيف كان درس الرياضيات اليوم؟"),
    ("ليلى حداد", "جيد، سأل سامي عن 4/12 وقال إنها 1/3."),
    ("המורה", "שלום נועה, כמה זה 3/4 ועוד 1/8? כתבי לי: noa@example.org"),
    ("Noa", "I think 7/8 (שבע שמיניות), right?"),
]
EMOJI = [
    ("🧑🏽‍🏫", "👋🏽👋🏽 Hi Zoë 👩‍👩‍👧‍👦, your team is 🇩🇪 or 🏴󠁧󠁢󠁳󠁣󠁴󠁿?"),
    ("Zoë 🦄", "𝓜𝔂 𝓷𝓪𝓶𝓮 𝓲𝓼 Zoë 😂😂😂 and 𝟜/𝟙𝟚 = ⅓ 🎉"),
]


def hint(desk: FakeDesk, message: int, text: str, kind: Any, score: float) -> None:
    start = desk.dialogues[0].messages[message][1].index(text)
    one = Hint(message, start, start + len(text), kind, "NAME", score)
    desk.dialogues[0].hints.append(one)


def chat(store: Any) -> FakeDesk:
    desk = FakeDesk([Shown("tutoring-0001", list(CHAT)), Shown("tutoring-0002", CHAT[6:])], store)
    person = {"source": "known_names", "role": "participant"}
    desk.place(0, 0, "Maria", "NAME", score=0.98, **person)
    school = {"score": 0.93, "source": "pii_patterns"}
    desk.place(0, 0, "Lincoln Middle School", "SCHOOL", status="accepted", **school)
    friend = {"score": 0.71, "source": "potential_pii_ner", "role": "mentioned"}
    desk.place(0, 1, "Jaden", "NAME", **friend)
    desk.place(0, 1, "4/12", "DATE", score=0.31, source="potential_pii_ner", status="rejected")
    desk.place(0, 2, "Jaden", "NAME", **friend)
    desk.place(0, 2, "tutor.k@example.org", "EMAIL_ADDRESS", score=1.0, source="pii_patterns")
    desk.place(0, 3, "48213977", "ID_NUM", source="person", status="added")
    desk.place(0, 5, "Brennan", "NAME", score=0.88, source="potential_pii_ner", role="mentioned")
    hint(desk, 2, "Okafor", "low_score", 0.31)
    hint(desk, 3, "Priyanka", "unknown_word", 0.22)
    return desk


def essay(store: Any) -> FakeDesk:
    text = "\n\n".join(f"{n}. {WORDS * 6}" for n in range(1, 38))
    desk = FakeDesk([Shown("essay-17", [("", text)], shape="essay")], store)
    for n in range(0, 200, 7):
        desk.place(0, 0, "Amara Okoye", "NAME", nth=n, score=0.9, source="potential_pii_ner")
        desk.place(0, 0, "Lakeview", "LOCATION", nth=n, score=0.6, source="potential_pii_ner")
    return desk


def long(store: Any) -> FakeDesk:
    messages = [CHAT[n % len(CHAT)] for n in range(5000)]
    desk = FakeDesk([Shown("transcript-long", messages)], store)
    for n in range(0, 5000, 9):
        desk.place(0, n, "Maria", "NAME", score=0.98, source="known_names", role="participant")
    return desk


def many(store: Any) -> FakeDesk:
    dialogues = [
        Shown(f"tutoring-{n:05}", [("Tutor", f"This is number {n} of many"), ("Ann", "ok")])
        for n in range(10_000)
    ]
    for shown in dialogues[::7]:
        shown.finished = True
    return FakeDesk(dialogues, store)


def one(store: Any) -> FakeDesk:
    return FakeDesk([Shown("only", [("Tutor", "Hello!")])], store)


def right_to_left(store: Any) -> FakeDesk:
    desk = FakeDesk([Shown("محادثة ١", list(ARABIC))], store)
    desk.place(0, 0, "ليلى", "NAME", score=0.9, role="participant")
    desk.place(0, 1, "سامي", "NAME", score=0.4, role="mentioned")
    desk.place(0, 2, "נועה", "NAME", score=0.9)
    desk.place(0, 2, "noa@example.org", "EMAIL_ADDRESS")
    desk.place(0, 3, "שבע", "NAME", status="rejected")
    return desk


def emoji(store: Any) -> FakeDesk:
    desk = FakeDesk([Shown("🎒 chat", list(EMOJI))], store)
    desk.place(0, 0, "Zoë", "NAME", score=0.9, role="participant")
    desk.place(0, 1, "Zoë", "NAME", score=0.9, role="participant")
    desk.place(0, 1, "𝟜/𝟙𝟚", "DATE", score=0.2)
    return desk


def corpora() -> Mapping[str, Callable[[Any], FakeDesk]]:
    """Makers of the corpora, by name."""
    return {
        "empty": lambda store: FakeDesk([], store), "one": one, "chat": chat, "essay": essay,
        "long": long, "right-to-left": right_to_left, "emoji": emoji, "many": many,
    }  # fmt: skip
