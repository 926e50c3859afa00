import pytest

from spacy_piivot.kinds.names.bearers import Bearers
from spacy_piivot.kinds.names.people import Identities
from spacy_piivot.kinds.names.pools import name_pools
from spacy_piivot.kinds.names.variants import is_one_edit
from spacy_piivot.kinds.names.written_forms import NameMention
from spacy_piivot.lang import ENGLISH
from spacy_piivot.surrogates import Mention, assign

KEYS = [bytes([number]) * 32 for number in range(60)]


@pytest.mark.parametrize("name", ["Amara", "Sara", "Jon", "Maria", "Ana", "Alexandra", "Christina"])
def test_a_surrogate_does_not_show_its_original(name: str) -> None:
    for key in KEYS:
        found = assign([Mention(name, "NAME")], key=key, scope="d1", text=name).in_order[0]
        shorter, longer = sorted((name.casefold(), found.casefold()), key=len)
        assert shorter not in longer
        assert len(shorter) < 4 or not is_one_edit(shorter, longer)


def test_no_surrogate_is_an_insult() -> None:
    pools, never = name_pools(), ENGLISH.word_set("names_not_drawn")
    for kind in ("given", "family"):
        for script, region in (("LATIN", region) for region in pools.regions):
            for pool in pools.candidates(
                kind, script=script, region=region, gender="", ascii_only=True
            ):
                assert never.isdisjoint(map(str.casefold, pool))
    for original, kind in (("Wiśniewska", "family"), ("Ahmed", "given"), ("Nguyen", "family")):
        for key in KEYS:
            mention = f"Ana {original}" if kind == "family" else original
            found = assign([Mention(mention, "NAME")], key=key, scope="d1", text=mention).in_order
            assert never.isdisjoint(found[0].casefold().split())


@pytest.mark.parametrize("text", ["my son Ayomide", "my daughter Ayomide"])
def test_a_word_for_a_relative_decides(text: str) -> None:
    wanted = "male" if "son" in text else "female"
    mention = Mention("Ayomide", "NAME", title=text.split()[1])
    persons = Identities([NameMention("Ayomide", mention.title)]).persons
    assert Bearers(persons, ENGLISH).sex(persons[0]) == wanted
