from shared_pipelines import blank_english


def test_evasion_counts_what_is_left_of_a_name_and_what_is_hit() -> None:
    from benchmarks.evasion import edited, lesson
    from benchmarks.spellings import CLOSE, OPEN, inside, marked

    nlp = blank_english()
    nlp.add_pipe("known_names", config={"names": ["Zorblatt"], "cues": False})
    nlp.add_pipe("hips_surrogator")
    whole = lesson(f"hi {inside('🎉')('Zorblatt')} ok")
    glued = lesson(f"hi {OPEN}Zorblatt{CLOSE}🎉")
    other = lesson(f"hi {marked('quorl')}")
    partly = lesson(f"hi {OPEN}Zorblatt quorl{CLOSE}")
    tries = [whole, glued, other, partly]
    assert list(edited(nlp, tries, all)) == [True, True, False, False]
    assert list(edited(nlp, tries, any)) == [True, True, False, True]
    assert whole.messages[1] == "hi Zorb🎉latt ok"


def test_evasion_tries_names_and_sentences_that_the_rules_were_not_written_on() -> None:
    from benchmarks.evasion_material import DEVELOPMENT, HELD_OUT

    assert len(set(HELD_OUT.names)) == len(set(DEVELOPMENT.names)) == 12
    for part in ("names", "words", "emoji", "sentences", "word_sentences", "emails", "initials"):
        assert set(getattr(HELD_OUT, part)).isdisjoint(getattr(DEVELOPMENT, part)), part
