"""Our own small lists: made-up place names, cities, and the words that stay in names of places."""

_STEM_FRONTS = tuple(
    "Alder Amber Ash Birch Brack Briar Bram Clear Copper Cran Dun East Elder Fair Fal Fern Glen "
    "Gray Hal Harrow Hazel Heather Holl Iron Kestrel Lark Lin Maple Marl Mead Mill Nettle Oak "
    "Pem Quarry Raven Red Row Sable Sedge Silver Stan Stone Thorn Tam Vale Wal Wether Whit Willow "
    "Wren Yar".split()
)
_STEM_BACKS = tuple(
    "bourne bridge brook bury by cliff combe cote crest dale den ebrook fell field ford gate "
    "grove ham haven hurst leigh ley low mere mond moor more mount port ridge shaw side stead "
    "stow ton view water well wick wood worth".split()
)
# Two halves make a place that is nowhere: "Larkmoor", but not "Holllow".
STEMS = tuple(
    front + back for front in _STEM_FRONTS for back in _STEM_BACKS if front[-1] != back[0]
)

# Known as cities, and never drawn.
CITIES_OF_SEVERAL_WORDS = frozenset(
    name.strip()
    for name in (
        "new york city, new york, los angeles, san francisco, san diego, san antonio, san jose, "
        "san juan, san bernardino, santa ana, santa barbara, santa clara, santa cruz, santa fe, "
        "santa monica, santa rosa, el paso, salt lake city, kansas city, oklahoma "
        "city, las vegas, las cruces, new orleans, new haven, new delhi, long beach, virginia "
        "beach, miami beach, myrtle beach, palm beach, west palm beach, palm springs, colorado "
        "springs, baton rouge, little rock, fort worth, fort wayne, fort lauderdale, "
        "fort collins, port arthur, st louis, st. louis, st paul, st. paul, saint paul, saint "
        "louis, st petersburg, st. petersburg, corpus christi, des moines, sioux falls, sioux "
        "city, cedar rapids, grand rapids, green bay, rapid city, jersey city, atlantic city, "
        "iowa city, dodge city, carson city, daly city, mexico city, panama city, quezon city, "
        "ho chi minh city, cape town, hong kong, kuala lumpur, buenos aires, rio de janeiro, sao "
        "paulo, tel aviv, abu dhabi, addis ababa, dar es salaam, phnom penh, boca raton, "
        "battle creek, ann arbor, walnut creek, bowling green, college station, college park, "
        "high point, round rock, cedar park, oak park, menlo park, overland park, orland park, "
        "highland park, winter park, lake charles, lake forest, beverly hills, rochester hills, "
        "spring valley, simi valley, moreno valley, santa clarita, daytona beach, huntington "
        "beach, redondo beach, newport beach, newport news, pompano beach, delray beach, "
        "boynton beach, grand forks, idaho falls, great falls, niagara falls, wichita falls, "
        "twin falls, coral springs, coral gables, cape coral, north las vegas, north charleston, "
        "north miami, east lansing, east orange, west covina, west jordan, south bend, "
        "twin cities, silver spring, chapel hill, rock hill, cherry hill, union city, texas city"
    ).split(",")
)
CONTINENTS = ("Africa", "Antarctica", "Asia", "Australia", "Europe")

# Written short, and what kind of place it is.
SHORT_PLACES = {
    "usa": "country", "us": "country", "u.s.": "country", "u.s.a.": "country",
    "uk": "country", "u.k.": "country", "uae": "country", "america": "country",
    "england": "country", "scotland": "country", "wales": "country", "russia": "country",
    "korea": "country", "taiwan": "country", "vietnam": "country", "iran": "country",
    "nyc": "city", "la": "city", "l.a.": "city", "sf": "city", "dc": "city", "d.c.": "city",
}  # fmt: skip

# Words that say what a place is, not which: they stay.
PLACE_WORDS = frozenset(
    "lake river creek ocean sea bay gulf beach island islands isle mountain mountains mount mt "
    "hill hills valley canyon desert forest woods park national state garden gardens zoo square "
    "plaza bridge harbor harbour airport station center centre mall museum library county city "
    "town village district region province republic kingdom united north south east west "
    "northern southern eastern western central upper lower downtown uptown side coast the of and "
    "near in area".split()
)

STREET_WORDS = frozenset(
    "street st avenue ave av road rd boulevard blvd lane ln drive dr court ct circle cir place pl "
    "terrace ter way parkway pkwy highway hwy trail trl square sq loop alley row route rt "
    "apartment apt unit suite ste floor fl room rm building bldg box po p.o p o block lot number "
    "no north south east west n s e w ne nw se sw northeast northwest southeast southwest the "
    "of and at on in near house close crescent gardens grove mews hill county".split()
)

SCHOOL_WORDS = frozenset(
    "school schools elementary elem primary middle junior jr senior sr high secondary grammar "
    "academy academies college university univ institute polytechnic conservatory seminary prep "
    "preparatory charter magnet montessori day community state city international public private "
    "catholic christian lutheran baptist independent comprehensive sixth form infant infants "
    "nursery preschool pre kindergarten technical tech technology science sciences arts art "
    "performing math mathematics stem steam engineering medical law business for boys girls the "
    "of and at in on county district unified isd usd ms hs es ps is jhs k campus center centre "
    "program campus online virtual home learning early education st saint north south east west "
    "northern southern eastern western central a n".split()
)

# Hosts that many people share: they point at nobody by themselves.
PUBLIC_HOSTS = (
    "docs.google.com", "drive.google.com", "sites.google.com", "classroom.google.com",
    "meet.google.com", "forms.google.com", "google.com", "youtube.com", "youtu.be", "zoom.us",
    "vimeo.com", "wikipedia.org", "en.wikipedia.org", "khanacademy.org", "desmos.com",
    "geogebra.org", "wolframalpha.com", "quizlet.com", "kahoot.it", "padlet.com", "github.com",
    "facebook.com", "instagram.com", "twitter.com", "x.com", "tiktok.com", "snapchat.com",
    "linkedin.com", "reddit.com", "pinterest.com", "discord.gg", "discord.com", "twitch.tv",
    "teams.microsoft.com", "onedrive.live.com", "dropbox.com", "goo.gl", "bit.ly", "tinyurl.com",
    "forms.gle", "medium.com", "wordpress.com", "blogspot.com", "wixsite.com", "weebly.com",
    "scratch.mit.edu", "coursera.org", "edx.org", "canva.com", "prezi.com", "flickr.com",
    "imgur.com", "soundcloud.com", "spotify.com", "open.spotify.com", "jamboard.google.com",
)  # fmt: skip

# Those whose pages with ordinary words for names are lessons and tools, not persons.
LESSON_HOSTS = frozenset(
    "khanacademy.org desmos.com geogebra.org wolframalpha.com wikipedia.org en.wikipedia.org "
    "google.com kahoot.it coursera.org edx.org".split()
)

FREE_MAIL = frozenset(
    "gmail.com googlemail.com yahoo.com yahoo.co.uk ymail.com hotmail.com hotmail.co.uk "
    "outlook.com live.com msn.com aol.com icloud.com me.com mac.com protonmail.com proton.me "
    "gmx.com gmx.de gmx.net mail.com mail.ru yandex.ru qq.com 163.com 126.com naver.com web.de "
    "orange.fr comcast.net verizon.net att.net sbcglobal.net btinternet.com zoho.com".split()
)

# Words of addresses that say what a page is, not whose.
PATH_WORDS = frozenset(
    "www watch edit view document d spreadsheets presentation file forms viewform open drive "
    "folders index html htm php asp aspx pdf doc docx ppt pptx xls xlsx png jpg jpeg gif mp4 user "
    "users channel site sites class classroom join embed playlist list video videos usp sharing "
    "gid pub copy preview wiki assets search share page pages post posts in profile reel reels "
    "groups group events about home feature featured default login signup account accounts api "
    "static media images img blog news course courses lesson lessons quiz quizzes assignment "
    "assignments student students teacher teachers staff school mail m app portal my learn pwd key "
    "ref http https com org net edu gov uk us google id v p u j c s t q e a i r l w h".split()
)
