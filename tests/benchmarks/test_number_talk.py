import pytest


@pytest.mark.parametrize("which", ["developed", "reported"])
def test_every_sentence_of_the_number_talk_is_filled_and_in_one_set_only(which: str) -> None:
    import random
    import tomllib

    from benchmarks import number_talk

    kinds = tomllib.loads(number_talk.FILE.read_text("utf8"))
    for sets in (sets for owner in kinds.values() for sets in owner.values()):
        assert not set(sets["developed"]) & set(sets["reported"])
        for template in sets[which]:
            text = number_talk.fill(template, random.Random(1))
            assert "{" not in text
            assert text == number_talk.fill(template, random.Random(1))
