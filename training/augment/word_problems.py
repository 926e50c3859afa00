"""Word problems with characters, and the talk of tutor and student about them."""

import random
import re
from dataclasses import replace
from functools import cache

from training.augment.name_pool import NamePool
from training.augment.names import WORD_NAMES
from training.augment.templates import Filled, Filler, Template, in_case, named, of_split, templates
from training.labelled import Labelled

# {a}, {b} and {c} are the characters at first mention, {x}, {y} and {z} the same later on,
# {he}, {his} and {him} belong to the first; {thing} is what the story counts.
_STORIES: tuple[tuple[str, str], ...] = (
    (
        "marbles",
        """
        {a} has {n1} marbles. {b} gives {x} {n2} more. How many marbles does {x} have now? |
        {a} and {b} have {n1} marbles altogether. {x} has {d1} more than {y}. How many does each
        have? |
        {a} had some marbles. {he} lost {n1} of them to {b} and then won {n2} back. If {x} has {n3}
        now, how many did {he} start with?
        """,
    ),
    (
        "apples",
        """
        {a} picked {n1} apples and {b} picked {d1} times as many. How many apples did {x} and {y}
        pick in all? |
        On Monday {a} picks {n1} apples. On Tuesday {he} picks {d1} fewer. {b} and {c} pick {n2}
        each. How many apples are there? |
        {a}'s orchard has {n1} trees. Each tree gives {d1} apples. {x} sells half to {b}. How many
        does {he} keep?
        """,
    ),
    (
        "cookies",
        """
        {a} bakes {n1} cookies. {he} gives {b} {d1} and {c} twice as many. How many cookies are
        left? |
        {a} eats {frac1} of the cookies and {b} eats {frac2}. What fraction is left for {c}? |
        {a} puts {n1} cookies on {d1} plates. How many on each plate?
        """,
    ),
    (
        "dollars",
        """
        {a} earns ${n1} an hour at the shop. {b} earns ${d1} more than {x}. How much do they earn
        together in {d2} hours? |
        {a} saved {money1}. {he} spent {frac1} of it on a gift for {b}. How much is left? |
        {a} owes {b} {money1} and {c} {money2}. How much does {x} owe altogether? |
        {a} sold lemonade for {d1} dollars a cup. {he} sold {n1} cups on Saturday and {n2} on
        Sunday. How much did {he} make? |
        If {a} puts {money1} in a bank at {d1}% interest, how much will {he} have after {d2} years?
        """,
    ),
    (
        "miles",
        """
        {a} runs {d1} miles a day. {b} runs twice as far as {x}. How many miles does {y} run in a
        week? |
        {a} drives {n1} miles from {p1} to {p2}. {he} stops after {frac1} of the way. How far is it
        still? |
        {a} and {b} start {n1} miles apart and walk towards each other. {x} walks {d1} miles per
        hour, {y} {d2}. When do they meet? |
        A train with {a} on board leaves {p1} at {time1}. {b} leaves {p2} at {time2}. Who arrives
        first?
        """,
    ),
    (
        "stickers",
        """
        {a} collects stickers. {he} has {n1} pages with {d1} stickers each. {b} has {n2} stickers.
        Who has more, {x} or {y}? |
        {a} shares {n1} stickers equally with {b} and {c}. How many does each get? |
        Together {a}, {b} and {c} have {n1} stickers. {x} has {d1}, {y} has {d2}. How many does {z}
        have?
        """,
    ),
    (
        "years",
        """
        {a} is {d1} times as old as {b}. In {d2} years {x} will be {n1}. How old is {y} now? |
        {a} is {d1} years older than {b}, and {b} is twice as old as {c}. If {z} is {d2}, how old
        is {x}? |
        {a} is {n1} years old. {his} sister {b} is {d1} years younger. How old will {y} be in {d2}
        years?
        """,
    ),
    (
        "books",
        """
        {a} reads {d1} pages every night. The book has {n1} pages. How long does it take {him}? |
        {a} borrowed {n1} books and {b} borrowed {d1} fewer. {x} returned {d2}. How many books do
        they have? | {a}'s shelf holds {n1} books. {he} gives {frac1} of them to {b}.
        """,
    ),
    (
        "pizzas",
        """
        {a} orders {d1} pizzas for {b}, {c} and {him}self. Each is cut in {d2} slices. How many
        slices each? | {a} ate {frac1} of a pizza. {b} ate {frac2}. Who ate more? |
        Chef {a} makes {n1} pizzas an hour. How many does {x} make in {d1} hours?
        """,
    ),
    (
        "flowers",
        """
        {a} plants {d1} rows of {d2} flowers. {b} picks {d3} of them. How many flowers are left in
        {x}'s garden? | {a}'s garden is {n1} feet long and {d1} feet wide. What is the area? |
        Grandma {a} has {n1} roses and {n2} tulips. What is the ratio?
        """,
    ),
    (
        "fish",
        """
        {a} caught {n1} fish. {his} brother {b} caught {d1}. {c} threw back {d2}. How many fish
        were left? | {a} has a tank of {n1} gallons with {d1} fish per gallon. |
        Captain {a} catches {n1} fish a day for {d1} days and sells them at {money1} each.
        """,
    ),
    (
        "gold coins",
        """
        {a} the dragon guards {n1} gold coins. {b} the knight steals {frac1} of them. How many gold
        coins are left? | {a} the pirate buried {n1} gold coins on {d1} islands. {b} found {n2}. |
        The wizard {a} turns {n1} frogs into gold coins, {d1} coins a frog. {b} the witch takes
        half.
        """,
    ),
    (
        "carrots",
        """
        {a} the rabbit eats {d1} carrots a day. {b} the horse eats {d2} times as many. How many
        carrots do they eat in a week? |
        {a} has two dogs, {b} and {c}. {y} weighs {n1} pounds and {z} weighs {d1} pounds less. |
        A hamster named {a} runs {n1} laps. {b}'s hamster runs {d1} times as many.
        """,
    ),
    (
        "moon rocks",
        """
        {a} and {b} are astronauts. {x} collects {n1} moon rocks and {y} {n2}. |
        {a} the robot picks up {d1} moon rocks every {d2} minutes. How many in an hour? |
        On planet {d1}, {a} the alien has {d2} arms and {b} has {d3} more. How many arms have {x}
        and {y}?
        """,
    ),
    (
        "points",
        """
        {a} scored {n1} points in the first half and {n2} in the second. {b} scored {d1} more than
        {x}. How many points did {y} score? |
        In a game {a}, {b} and {c} have {n1}, {n2} and {n3} points. What is the mean? |
        {a}'s average on {d1} tests is {nn1}. What does {x} need on the next one?
        """,
    ),
    (
        "tickets",
        """
        {a} sells {n1} tickets at {money1} and {b} sells {n2}. How much more does {x} make than
        {y}? | Mr. {a} buys {d1} adult tickets and {d2} child tickets for {money1}. |
        {a}, {b} and {c} each win {n1} tickets. {x} trades {d1} for a prize.
        """,
    ),
    (
        "students",
        """
        Mrs. {a} has {n1} students. {frac1} of them walk to school. How many students take the bus?
        | Ms. {a}'s class has {n1} students and Mr. {b}'s has {n2}. How many buses do they need? |
        Coach {a} splits {n1} students into teams of {d1}. How many are left over?
        """,
    ),
    (
        "beads",
        """
        {a} makes necklaces with {n1} beads each. {he} has {n2} beads. How many necklaces can {x}
        make? | {a} has {d1} red beads for every {d2} blue beads {b} has. |
        {a} strings {n1} beads in {d1} minutes. How long for {n2} beads?
        """,
    ),
    (
        "liters",
        """
        {a} fills a pool at {d1} liters a minute. {b} drains {d2} liters a minute. After {n1}
        minutes, how full is it? | {a} drinks {frac1} of a liter, {b} {frac2}. |
        Farmer {a} milks {n1} cows. Each gives {d1} liters.
        """,
    ),
    (
        "walls",
        """
        {a} paints a wall in {d1} hours. {b} needs {d2} hours. How long do {x} and {y} need
        together? | {a} paints {n1} walls. Each needs {dec1} liters of paint. {b} pays {money1}. |
        Working alone {a} builds {d1} walls a day.
        """,
    ),
    (
        "shirts",
        """
        {a} buys {d1} shirts at {money1} each with {pct1} off. How much does {he} pay? |
        {a} has {d1} shirts and {d2} hats. How many outfits? |
        {a} spent {money1} on shirts at the mall. {b} spent {d1} times that. How much did {x} and
        {y} spend?
        """,
    ),
    (
        "blocks",
        """
        {a} builds a tower of {n1} blocks. {b} adds {d1}. {c} knocks down {d2}. How tall is it? |
        {a} walks {d1} blocks north and {d2} blocks east. {b} goes straight. How far? |
        {a} stacks blocks in the pattern {seq1}.
        """,
    ),
    (
        "messages",
        """
        {a} sends {n1} messages a day. {b} sends {pct1} more. |
        {a}'s plan costs {money1} plus {d1} cents a message. {b}'s plan costs {money2}. When do
        they pay the same? | {a} and {b} send each other {n1} messages. {x} sent {d1} more than {y}.
        """,
    ),
    (
        "seats",
        """
        {a} reserves {n1} seats in {d1} rows for {b}'s party. |
        A bus has {n1} seats. {a}, {b} and {n2} friends get on. How many seats are free? |
        {a} sets up {d1} rows of {n1} seats. {b} takes away {d2}.
        """,
    ),
    (
        "hours",
        """
        {a} works {d1} hours a day. {b} works {d2}. How many hours do they work in {n1} days? |
        {a} studies from {time1} to {time2}. How long does {x} study? |
        It takes {a} {d1} hours to mow the lawn, {b} {d2} hours.
        """,
    ),
    (
        "cards",
        """
        {a} draws {d1} cards from a deck. What is the probability that {he} has a king? |
        {a} had {n1} cards and bought {d1} packs of {d2}. {b} took {d3}. How many cards does {x}
        have? | {a} deals {n1} cards to {b}, {c} and {him}self.
        """,
    ),
    (
        "degrees",
        """
        In {p1} it is {n1} degrees. {a} flies to {p2}, where it is {d1} degrees colder. |
        {a} reads {n1} degrees, {b} reads {n2}. What is the difference in degrees? |
        {a} turns {nn1} degrees left and {b} {nn2} degrees right.
        """,
    ),
    (
        "equations",
        """
        {a} says {d1}x + {d2} = {n1} has no solution. {b} disagrees. Who is right? |
        {a} wrote x = {n1}. {b} wrote x = -{n1}. |
        {a} thinks {frac1} is greater than {frac2}. Is {x} correct? Explain. |
        {a} and {b} solved the same equations. {x} got {n1}, {y} got {n2}. Find the error.
        """,
    ),
)  # fmt: skip

# Talk that fits any story.
_TALK = """
    how many {thing} does {x} have | So how many {thing} does {x} have now? | {x} has {n1} |
    i think {x} has {n} left | Let's start with {x}. What do we know? | What do we know about {x}? |
    We know {x} has {n1}. | what did {x} do first | is it {n} for {x} | {x} got {n} |
    so {x} gets {n} | how much does {x} have | {x} = {n} | {x}'s {thing} | {x}'s part is {n} |
    Draw a box for {x}. | Label it {x}. | Why did you divide {x}'s {thing} by {d}? |
    Let {v} be {x}'s {thing}. | let {v} = {x} | so for {x} its {n} times {d} | who is {x} |
    i dont get what {x} did | does {x} still have {thing} | {x} has {n} {thing} so i added {n} |
    Did {x} give any away? | What does {x} need at the end? | Read the part about {x} again. |
    the question asks about {x} | Good, that's {x}. |
    I multiplied {n} by {d} because {x} has {d} times as many. |
    So after that, {x} would have {n} {thing}. | Remember {x} started with {n1}. | {x}? {n}. |
    {x}, {n} | wait {x} or the other one |
    Sure. I started by finding how many {thing} {x} has: {n1} + {n} = {n}. |
    Then I subtracted {n} from {x}'s total to get {n}. Therefore, {x} has {n} {thing}. |
    How did you get {n} for {x}? | You found {x}'s {thing}. What about the rest? |
    if {x} doubles it | poor {x} | {x} needs {n} more | its {n} bc {x} lost {d} |
    Is {x}'s number bigger or smaller? | Yes, I see. {x} has {n}, not {n}. |
    Check it: does {x} end up with {n}? | {x} should have {n} then | Imagine you are {x}. |
    {f}, what do we know about {x}? | {f}, how many {thing} does {x} have? |
    Hi {f}, can you talk me through {x}'s {thing}? | Good job, {f}! So {x} has {n}. |
    Not quite {f}, {x} has {d} times as many. | {f} said {x} has {n} |
    I agree with {f}, {x} has {n}. | {f}, read it again. How many did {x} start with? |
    So {f}, if {x} has {n1}, what next? | Thanks {f}. And {x}? | {f} can you draw {x}'s {thing} |
    me and {f} think {x} has {n} | {f} you mixed up {x} with someone |
    That's right {f}, {x} gets {n}. | Okay {f}, let {x} be {v}. | {f}: {x} has {n} |
    um {f} i think {x} um has {n} | Ms. {s}, is {x} at {n}? | {x} and {y} have {n} {thing} |
    how many more {thing} does {x} have than {y} | Who has more, {x} or {y}? | {y} has {n} |
    no {y} has {n} and {x} has {n} | {x} + {y} = {n} | so {x} gives {y} {d} | What about {y}? |
    now do {y} | {y}? | {y} is {d} more than {x} | if {x} is {v} then {y} is {d}{v} |
    Which one is {y}? | Is that {x} or {y}? | {y} gets half of {x}'s | Let {v} be {y}. |
    i added {x} and {y} | I added {x}'s {n} and {y}'s {n} to get {n}. |
    so {y} has the same as {x}? | {y}'s {thing} and {x}'s {thing} together |
    {f}, who has more, {x} or {y}? | {f}, what about {y}? | Good {f}. Now {y}. |
    {x}, {y}, who else? | {f} did {x} and I did {y} | the diffrence between {x} and {y} |
    {x}, {y} and {z} share it | What about {z}? | {z} gets {n} | how many are left for {z} |
    {x} has {n}, {y} has {n}, {z} has {n} | so {z} is last | {f}, and {z}? | add {x} {y} and {z} |
    {x} {y} and {z} each get {n}
"""

_CHARACTERS = ("a", "b", "c")
_LATER = {"a": "x", "b": "y", "c": "z"}
_PRONOUNS = (
    {"he": "he", "his": "his", "him": "him"},
    {"he": "she", "his": "her", "him": "her"},
)
# Characters that bear the name of a thing, or that come from a tale.
CHARACTER_NAMES: tuple[str, ...] = (
    "Tinker", "Spark", "Nova", "Rocket", "Jasper", "Sunny", "Zog", "Blip", "Zorp", "Pickle",
    "Pixel", "Comet", "Biscuit", "Waffles", "Pepper", "Ginger", "Shadow", "Patches", "Whiskers",
    "Bolt", "Turbo", "Gizmo", "Gadget", "Widget", "Dash", "Blaze", "Ember", "Frost", "Glimmer",
    "Sparkle", "Twinkle", "Fern", "Maple", "Clover", "Basil", "Sage", "Acorn", "Pebble", "Flint",
    "Boulder", "Thorn", "Bramble", "Thistle", "Nibbles", "Fluffy", "Snowball", "Cocoa", "Mocha",
    "Peanut", "Noodle", "Pancake", "Muffin", "Cupcake", "Jellybean", "Bubbles", "Splash", "Ripple",
    "Finn", "Coral", "Marlin", "Barnacle", "Drako", "Smolder", "Fang", "Ragnar", "Grok", "Ugg",
    "Quark", "Photon", "Orbit", "Luna", "Stella", "Cosmo", "Astro", "Zip", "Zap", "Ziggy", "Beep",
    "Bixby", "Robo", "Sprocket", "Cog", "Rusty", "Buttons", "Domino", "Checkers", "Bingo", "Jinx",
    "Hazel", "Willow", "Midnight", "Storm", "Thunder", "Breezy", "Cinnamon", "Nutmeg", "Olive",
    "Plum", "Peach", "Berry", "Kiwi", "Mango", "Daisy", "Buttercup", "Petal", "Bud", "Hoot",
    "Chirpy", "Tweety", "Quackers", "Bessie", "Moomoo", "Clover Belle", "Hopper", "Thumper",
    "Cottontail", "Slowpoke", "Shelly", "Hedgy", "Spike", "Rex", "Dino", "Trixie", "Merlin",
    "Morgana", "Grimble", "Fizzwick", "Oogle", "Xylo", "Star", "Sky",
)  # fmt: skip
_TITLES = (
    "Mr. ", "Ms. ", "Mrs. ", "Dr. ", "Captain ", "Farmer ", "Uncle ", "Aunt ", "Professor ",
    "King ", "Queen ", "Princess ", "Coach ", "Detective ", "Baker ", "Agent ", "Commander ",
    "Little ",
)  # fmt: skip
_SYLLABLES = "zog blip nar quo vex mip tak zu plo gri bax wob fi lum ork dra".split()

_LOWER_SHARE = 0.3
_UPPER_SHARE = 0.01
_CHARACTER = re.compile(r"\{([abcxyz])\}")
_TITLED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Coach|Captain|Chef|Farmer|Grandma)\b\.? \{([abc])\}", re.IGNORECASE
)


@cache
def _stories(split: str) -> tuple[tuple[str, tuple[Template, ...]], ...]:
    """What a story counts, and its templates of a split, where it has any."""
    found = ((thing, of_split(templates(text), split)) for thing, text in _STORIES)
    return tuple((thing, stories) for thing, stories in found if stories)


@cache
def _talk(split: str) -> tuple[Template, ...]:
    return of_split(templates(_TALK), split)


@cache
def word_problem_templates(split: str) -> tuple[Template, ...]:
    """All templates of a split, of problems and of the talk about them."""
    stories = tuple(template for _, group in _stories(split) for template in group)
    return (*stories, *_talk(split))


def word_problem(pool: NamePool, rng: random.Random, split: str) -> tuple[Labelled, ...]:
    """A word problem, and up to four turns about it.

    pool (NamePool): Draws the names of characters and participants.
    rng (random.Random): The only source of chance.
    split (str): "train", "dev" or "test": no template is in two of them.
    RETURNS (Tuple[Labelled, ...]): The turns. The characters have the role "problem" in all of
        them; who takes part in the talk, "participant".
    """
    thing, stories = rng.choice(_stories(split))
    story = rng.choice(stories)
    filler = Filler([pool.forename(rng) for _ in range(2)], pool, rng)
    cast = sorted(set(_CHARACTER.findall(story.text)) & set(_CHARACTERS))
    titles = {match.group(1): match.group() for match in _TITLED.finditer(story.text)}
    for character in cast:
        _introduce(filler, character, titles.get(character, ""))
    for word, pronoun in rng.choice(_PRONOUNS).items():
        filler.bound[word] = Filled(pronoun)
    filler.bound["thing"] = Filled(thing)
    filler.lowers = False
    problem = _sentence_case(filler.fill(story))
    filler.lowers = True
    present = {_LATER[character] for character in cast}
    talk = [
        template for template in _talk(split) if set(_CHARACTER.findall(template.text)) <= present
    ]
    turns = rng.sample(talk, min(rng.randint(0, 4), len(talk)))
    return (
        problem,
        *(
            _varied(filler.fill(template, rng.choice(("tutor", "student"))), rng)
            for template in turns
        ),
    )


def _introduce(filler: Filler, character: str, title: str) -> None:
    """Bind a character's name, at first mention and later."""
    taken = {value.text for value in filler.bound.values()} | set(filler.room)
    for _ in range(10):
        first, later = _name(filler, title)
        if later.text not in taken:
            break
    if title.lower().startswith(("mr", "ms", "captain", "farmer", "grandma")):
        before = title.rpartition(" ")[0] + " "
        later = _after(before if filler.rng.random() < 0.8 else "", later)
    filler.bound[character] = first
    filler.bound[_LATER[character]] = later


def _name(filler: Filler, title: str) -> tuple[Filled, Filled]:
    """A character's name at first mention, and later."""
    rng, pool = filler.rng, filler.pool
    if title.lower().startswith(("mr", "ms", "mrs", "coach")):
        name = _problem(pool.surname(rng))
        return name, name
    share = rng.random()
    if share < 0.08 and not title:
        forename = pool.forename(rng)
        return _problem(f"{forename} {pool.surname(rng)}"), _problem(forename)
    if share < 0.14 and not title:
        before = rng.choice(_TITLES)
        name = _after(before, _problem(pool.surname(rng) if "." in before else _made_up(filler)))
        return name, name
    if share < 0.30:
        name = _problem(_made_up(filler))
    elif share < 0.40:
        name = _problem(filler.one_of(WORD_NAMES))
    else:
        name = _problem(pool.forename(rng))
    return name, name


def _made_up(filler: Filler) -> str:
    if filler.rng.random() < 0.2:
        return "".join(filler.rng.sample(_SYLLABLES, 2)).capitalize()
    return filler.one_of(CHARACTER_NAMES)


def _problem(name: str) -> Filled:
    return named(name, "problem")


def _after(before: str, value: Filled) -> Filled:
    """A name after its title; the title is not gold."""
    spans = tuple(
        replace(span, start=span.start + len(before), end=span.end + len(before))
        for span in value.spans
    )
    return Filled(before + value.text, spans)


def _sentence_case(message: Labelled) -> Labelled:
    """The message with capitals at the start of sentences that began with a pronoun."""
    return in_case(
        message,
        lambda text: re.sub(r"(?<=[.?!] )(?:he|she)\b", lambda m: m.group().capitalize(), text),
    )


def _varied(message: Labelled, rng: random.Random) -> Labelled:
    """A turn of the talk as it is typed."""
    share = rng.random()
    if share < _LOWER_SHARE:
        return in_case(message, str.lower)
    if share < _LOWER_SHARE + _UPPER_SHARE:
        return in_case(message, str.upper)
    return message
