"""Author blocks and signatures; all names are invented."""

import pytest

from spacy_piivot.sections import find_sections

PROSE = (
    "When we drew the map of the market, I was sure that the fish sellers would be against it, "
    "but they were the first who came. We asked them what they would change and they told us.\n"
)


def block(text: str) -> str:
    """The author block at the top of an essay, with some prose under it."""
    first = find_sections(f"{text}\n\n{PROSE}\n{PROSE}")[0]
    return f"{text}\n"[: first.end].strip() if first.label == "author_block" else ""


@pytest.mark.parametrize(
    "text",
    [
        "Adaeze Okonjo-Bello",
        "Adaeze Okonjo-Bello\nMs. Castell\nELD 302\n9 October 2019",
        "Okonjo-Bello, Adaeze",
        "By Okonjo-Bello, Adaeze\nFor: Mr. Reyes, 8A",
        "REFLECTION – MIND MAP – ADAEZE OKONJO-BELLO",
        "Learning Launch tool – Kipchar Lelei.docx",
        "Submitted by: Adaeze Okonjo\nSubmitted to: Dr. P. Lindh\nDate: 3 May 2020",
        "Submitted By,\nK. R. Venkatar\nRoll No. : 19MBA0417\nE-mail : venkatar.kr@example.ac.in",
        "NAME : mina samyr girgis\nCITY : asyut\nTOOL : story telling",
        "Name\u00a0:\u00a0Suharyato\nNIM\u00a0:\u00a01706029481",
        "Sl. No\tName\tRoll No.\tSection\n1\tR. Karthiken\t22UPH017\tA\n2\tP. Selvim\t22UPH021\tB",
        "GROUP: 4A\nMEMBERS:\n• MUHAMAD HAZIK BIN ROSLIN    B041810233\n• TAN JIA HUIM    B041810",
        "Names of Group Members:\n1) Thalia Papadimi\n2) Md. Rafiul Hasen\nHomeroom: Mr. Bjornst",
        "liam petrosian\nyr 12 physics   partner: ayo\nmiss carringt",
        "Выполнил / done by: Гарипин Ильдар\nUfa 2021",
        "姓名 Name: Huang Jiaxing\nWechat: summer_toys88",
        "To: Mr. Castell\nFrom: Brysen\nRe: what happened in the art room",
        "Grace Achiengo & Hope Wambuim\nAdm. no. SCT221-0417/2017\nBIT 2317",
        "ZEYNEP NUR KARAOGLAM - 0040180712\nMarmar Teknik Üniversitesi",
        "Wonderwell College\n\n“BREAD OR BLOOD”\n\nby\nRupert Ashdow-Pyke\n\nHIS 288\nMay 2, 2016",
        "Design Thinking for innovation reflexion-Avril 2021-Nadalie Syllam",
        'Group 7\nChukwuem "Emek" Obi-Danielo',
        "tyrel washbun\n8th grade  period 3\nms delgad",
        "Samuel Kofim Agyapon, Jr.\nsamkag_82",
    ],
)
def test_a_block_at_the_top(text: str) -> None:
    assert block(text) == text


@pytest.mark.parametrize(
    "title",
    [
        "The Summer I Learned To Swim", "MY ROLE MODEL", "Why Comunity Servise Should Not Be",
        "Should Drivers Use There Phons?", "Tesla Is Not A Car", "My Favorite Sport Is Soccer",
        "Challenge & Selection", "1. Introduction", "Dear Principal Hargrov,",
        "Mind Map In My Classroom: What I Tried", "How far away is a star?", "the school lunch",
        "BUSINESS LAW – CASE ANALYSIS", "Compare two cycles (400-500 words)",
    ],
)  # fmt: skip
def test_a_title_is_no_author_block(title: str) -> None:
    assert block(title) == ""


def test_a_title_under_the_block_is_body() -> None:
    text = "Adaeze Okonjo\nMrs. Castell\n3 May 2020\n\nFirst Impressions Can Change"
    assert block(text) == text.removesuffix("\n\nFirst Impressions Can Change")


def test_a_person_that_the_essay_is_about_is_a_title() -> None:
    text = f"Ibn Batuta\n\nIbn Batuta was a traveller who saw more than others. {PROSE}"
    assert find_sections(text)[0].label == "body"


def test_entries_of_a_diary_are_no_author_block() -> None:
    days = "".join(f"{day} July 2022\n{PROSE}\n" for day in range(4, 9))
    found = find_sections(f"Adaeze Okonjo\nMatric No. A19EC0217\n\n{days}")
    assert found[0].end == len("Adaeze Okonjo\nMatric No. A19EC0217\n\n")


@pytest.mark.parametrize(
    "signature",
    [
        "Sincerely,\nMaribel Quinter", "Sincerly,\nMaribel Quinter\n7th grade, Room 114",
        "Yours faithfully,\nABENA SERWA\nForm 2 Agric B", "Your friend,\nTheo", "Signed:\nSeun",
        "Thanking you,\nVenkatar K R", "best regards\nSigur",
    ],
)  # fmt: skip
def test_a_signature(signature: str) -> None:
    text = f"{PROSE}\n{PROSE}\n{signature}"
    last = find_sections(text)[-1]
    assert last.label == "author_block"
    assert text[last.start :] == signature.split("\n", 1)[1]


def test_a_signature_is_before_the_references_too() -> None:
    text = (
        f"Adaeze Okonjo\n3 May 2020\n\n{PROSE}\n{PROSE}\nAdaeze Okonjo\n\n"
        "References\nLindh, S. (2011). The birds. Nor.\n"
    )
    assert [one.label for one in find_sections(text)] == [
        "author_block", "body", "author_block", "references",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "fields",
    [
        "Name: Adaeze Okonjo Roll No: 17 Class: BBA-6B ",
        "Name: Adaeze Okonjo, Student ID: 20418837 E-mail: ada@example.org ",
        "Submitted by: Adaeze Okonjo Submitted to: Dr. P. Lindh ",
    ],
)
def test_fields_before_an_essay_on_one_line(fields: str) -> None:
    text = fields + PROSE.replace("\n", " ") * 3
    found = find_sections(text)
    assert [one.label for one in found] == ["author_block", "body"]
    assert text[: found[0].end] == fields


def test_an_essay_on_one_line_without_fields() -> None:
    assert [one.label for one in find_sections(PROSE.replace("\n", " ") * 4)] == ["body"]
