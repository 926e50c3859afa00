import pytest


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("see https://maths.example.org/a?b=1.", "https://maths.example.org/a?b=1"),
        ("(https://example.org/wiki/Sum_(maths))", "https://example.org/wiki/Sum_(maths)"),
        ("go to www.pupilmaths.co.uk, now", "www.pupilmaths.co.uk"),
        ("Go to https://tarnquiz.io/j/9kp0,your user name", "https://tarnquiz.io/j/9kp0"),
        ("https://maps.example.org/@51.5,-0.1,15z", "https://maps.example.org/@51.5,-0.1,15z"),
        ("https://example.org/q?a=x,y", "https://example.org/q?a=x,y"),
        ("bit.ly/abc", "bit.ly/abc"),
        ("it's at bit.ly/abC9.", "bit.ly/abC9"),
        ("results: fencottage-marks.ac.uk!", "fencottage-marks.ac.uk"),
        ("docs.google.com/x", "docs.google.com/x"),
        ("sites.google.com/view/tarn-maths, ok", "sites.google.com/view/tarn-maths"),
        ("meet.burnmaths.ie/set-4b.", "meet.burnmaths.ie/set-4b"),
        ("cwmmaths.wales/marks", "cwmmaths.wales/marks"),
        ("go to tarnplot.com", "tarnplot.com"),
        ("Tarnmaths.co.uk is down", "Tarnmaths.co.uk"),
        ("http://localhost:8080/x", "http://localhost:8080/x"),
        ("HTTPS first: http://10.0.0.1:8080/x", "http://10.0.0.1:8080/x"),
    ],
)
def test_web_addresses_are_found_without_what_follows_them(found, text, url):
    assert found(text, only="url") == [("URL", url)]


@pytest.mark.parametrize(
    "text",
    [
        "the menu.Keep going",
        "at the end.So we",
        "do you see how it is.it works",
        "i finished.is that ok",
        "yes.no problem",
        "we add them.Then multiply",
        "I like this.Now try it",
        "3.14 or 2.5m",
        "e.g. this, i.e. that",
        "x.y = 3",
        "file.name",
        "hmm...ok",
        "Mr.Right",
        "look.at this",
    ],
)
def test_a_missing_space_after_a_full_stop_is_no_web_address(found, text):
    assert found(text, only="url") == []


@pytest.mark.parametrize(
    ("text", "email"),
    [
        ("write to tarn.okell@example.co.uk.", "tarn.okell@example.co.uk"),
        ("mine: o_k.2+x@stu.example.k12.az.us", "o_k.2+x@stu.example.k12.az.us"),
        ("office@birchwater.sch.uk", "office@birchwater.sch.uk"),
        ("tarn dot okell at gmail dot com", "tarn dot okell at gmail dot com"),
        ("it's tarn underscore o at mail dot co dot uk", "tarn underscore o at mail dot co dot uk"),
        ("tarn(dot)okell(at)mail(dot)com", "tarn(dot)okell(at)mail(dot)com"),
        ("tarn_o @ mail.com.br", "tarn_o @ mail.com.br"),
    ],
)
def test_email_addresses_are_found_written_and_spoken(found, text, email):
    assert ("EMAIL_ADDRESS", email) in found(text)


@pytest.mark.parametrize(
    "text",
    ["meet me @ school", "look at the dot plot", "3 @ 5 each", "a dot at the point", "@ home"],
)
def test_an_at_sign_or_a_dot_alone_is_no_address(found, text):
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "handle"),
    [
        ("follow @tarn.draws on tiktok", "@tarn.draws"),
        ("my insta is tarn_okell", "tarn_okell"),
        ("discord name tarnok#1234", "tarnok#1234"),
        ("facebook shes TarnQuilts on there", "TarnQuilts"),
        ("username: okell22", "okell22"),
        ("im tarn_okell99 lol", "tarn_okell99"),
        ("my insta is tarnokell", "tarnokell"),
        ("her tiktok: tarnokell", "tarnokell"),
        ("my snap tarng2010", "tarng2010"),
        ("dm me okelltarn11", "okelltarn11"),
    ],
)
def test_handles_are_found(found, text, handle):
    assert ("USERNAME", handle) in found(text)


NO_HANDLES = [
    "@everyone look",
    "@teacher can you",
    "@here @all",
    "@channel",
    "my insta is glitching",
    "snapchat is deactivated",
    "her insta is private",
    "add 3x to 2y",
]


@pytest.mark.parametrize(
    "text",
    [
        "my insta is broken",
        "snap is fun",
        "x_1 + a_n",
        "fill in ____ please",
        r"\text_width",
        "#1",
        *NO_HANDLES,
    ],
)
def test_ordinary_words_and_variables_are_no_handles(found, text):
    assert found(text, only="handle") == []
