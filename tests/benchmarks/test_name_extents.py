def test_the_sets_of_names_share_none() -> None:
    import tomllib

    from benchmarks import name_extents

    data = tomllib.loads(name_extents.FILE.read_text("utf8"))
    for key in ("given", "in_s", "places"):
        assert not set(data["developed"][key].split()) & set(data["reported"][key].split())
    turns = [
        turn
        for templates in data["templates"].values()
        for template in templates
        for turn in name_extents.fill(template, data["reported"])
    ]
    assert all(word in text for text, expected in turns for _, word in expected)
