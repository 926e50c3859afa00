"""Sentences of our own: turns with names as classrooms and chats have them, and maths without."""

import random
import re

from labelled import Gold, Labelled
from name_pool import NamePool

# What stands before and after a vocative.
VOCATIVES = (
    ("", ""), ("", ""), ("", "?"), ("", "."), ("", "!"), ("Okay, ", ""), ("Okay ", ""),
    ("Yes, ", ""), ("Yes ", "."), ("Good job, ", "."), ("Thank you, ", "."), ("Thanks ", "!"),
    ("Hi ", ""), ("Hello ", "!"), ("Hey ", ""), ("All right, ", ""), ("Alright ", ""),
    ("So ", ""), ("And ", "?"), ("What about you, ", "?"), ("How about ", "?"),
    ("Great job ", "!"), ("Nice work, ", "!"), ("Sorry, ", ""), ("Go ahead, ", "."),
    ("Please ", ""), ("No, ", ""), ("Um, ", ""), ("Well, ", ""), ("Let's hear from ", "."),
    ("Come on, ", "."), ("Shh, ", "."), ("Oh, ", ""), ("Good morning, ", "."), ("Bye ", "!"),
)  # fmt: skip


def _split(sentences: str) -> tuple[str, ...]:
    return tuple(sentence.strip() for sentence in sentences.split("|"))


# The words for a person's nationality or religion that {nrp} draws from.
NRP = tuple(
    "Mexican Nigerian Korean Muslim Catholic Brazilian Vietnamese Somali Jewish Hindu Filipino "
    "Jamaican Polish Turkish Canadian Haitian Sikh".split()
)

# {f}: a first name of the room, {full}: a full name, {s}: a surname, {w}: a first name that
# is also a word, {p}: a place, {school}: a school.
WITH_NAMES = _split(
    """
    {f}. | {f}. | {f}? | {f}? | {f}! | {f} | {f}, go ahead. | {f} go ahead. | Yes, {f}? |
    Yes {f}. | Okay, {f}. | {f}, {f}. | {f}, {f}, {f}. | {f} and {f}. |
    {f}, {f}, and {f}, come up here. | {f}? {f}? | Go ahead, {f}. | {f} first, then {f}. |
    I agree with {f} because it's the same. | I agree with {f}. | I disagree with {f}. |
    I want to add on to what {f} said. | Can I add on to {f}'s? | What {f} said is right. |
    {f} said it was twelve. | {f} has a question. | {f}'s got her hand up. |
    {f}, what do you think about {f}'s answer? | So {f} is saying that you multiply first. |
    {f}, can you repeat what {f} just said? | Thank you, {f}. {f}? | Good. {f}. |
    {f} what did you get? | {f} you can sit next to {f}. | Me and {f} got the same thing. |
    It was {f}'s idea. | Did everybody hear {f}? | Let's look at {f}'s strategy. |
    Turn to {f} and share. | {f}, eyes up here. | {f}, stop talking please. |
    {f} and {f}, you're partners. {f}, you go with {f}. | Is that you, {f}? | Where's {f} today? |
    {f} is absent. | Ask {f}. | Not you, {f}. | {f} won't let me see. | I'm {f}. |
    My name is {f}. | My name is {full}. | I'm {full} and I'm your tutor today. |
    This is {full}. | Hi {f}! | Hello {f}, how are you today? | Hi, this is {f}. |
    Good afternoon {f}. | Great work today {f}! | Bye {f}, see you next time. |
    {f}, are you there? | hi {f} | ok {f} | thank you {f} | bye {f}! | hey its {f} |
    my name is {f} | i'm {f} | {f} are you still there | thx {f} | its {f} not {f} |
    Mr. {s}, can I go? | Mrs. {s} said we could. | Ms. {s} is coming in. | Miss {s}! |
    Miss {f}, I'm done. | Mr. {s} and Ms. {s} are watching today. | Dr. {s} is visiting. |
    Yes, Mr. {s}. | Thank you, Ms. {s}. | We had Mrs. {s} last year. | Hi Ms. {f}. |
    Mayor {s} cut the ribbon. | Senator {s} voted. | Coach {s} said run. | Principal {s} is here. |
    Officer {s} came in. | Captain {s} has {n} ships. | Aunt {f} baked {n} pies. | Uncle {f} left. |
    Grandma {f} said so. | Farmer {f} has {n} cows. | Professor {s} wrote it. | Chef {f} cooks. |
    Dr {s} told {f} to rest. | King {f} had {n} coins. | Sergeant {s} told {s} to stop. |
    I'll ask Mr {s}. | Ask Miss {s} - she knows. | It's not mine – {f} – | {f} – no, wait. |
    How'd you do it, {f}? | Give it back to {f}. | Anything from you {f}? | Sit down please {f}. |
    Well explained {f}. | One second. {f}, your turn. | {f}, close the lid. | [inaudible] {f}. |
    {f}, I need you to sit. | ... {f}? | – {f}. | tysm{f} | cheers {f} | {f}'s go | {f} got {n} |
    can u help me {f} | {f} {f} and me |
    {full}, please come to the office. | {full}? | Is {full} here? | Here's {full}'s paper. |
    {w}, can you mark the point on the line? | {w}. | {w}? | {w}, what's the next one? |
    Thank you, {w}. | I think {w} will know. | Okay {w}, go ahead. | {w} said it's odd. |
    {w} has 5 apples and {f} has 3. | Good job, {w}. | {w} and {f} got eight. | hi {w} |
    {f} has {n} marbles and gives {f} {n} of them. How many does {f} have left? |
    How many stickers does {f} have? |
    If {f} runs {n} miles and {f} runs twice as far, who wins? |
    {f} bought {n} pens for ${n} each. | So {f} earns ${n} an hour. | {f}'s age is {n}. |
    I'm {nrp}. | My mom is {nrp}. | She's half {nrp}. | We are {nrp}. | i am {nrp} |
    hi!{f} here | thx;{f} | good job {f}!you got it | {f}?are you there | *{f}* | _{f}_ |
    Can {f} work with us? | What did {f} get for the slope? | can {f} work with us |
    what did {f} get | is {f} here | {f} left | tell {f} i said hi | where is {f} |
    {f} is my partner | me and {f} and {f} | {f} stop | i think {f} is right | {f} got 12 |
    {f} says its 4 | no {f} did it | ask {f} bc idk | hi {f}! | its {f} |
    {f} lives in {p}. | We drove from {p} to {p}. | My cousin {f} goes to {school}. |
    I used to go to {school}. | I moved here from {p} last year. | It's hot in {p}. |
    {school} is playing us on Friday. | The train leaves {p} at 9:40.
    """
)

WITHOUT_NAMES = _split(
    """
    Sigma means sum. | Theta is the angle. | Is it alpha or beta? | Delta x over delta t. |
    The max is {n} and the min is {n}. | Max is {n}, min is {n}. | Find the mode. |
    Ray AB and ray AC. | Line EF is parallel to line GH. | Triangle JKL is isosceles. |
    Case {n}: x is negative. | On the Cartesian plane. | Write it in Roman numerals. |
    Make a stem and leaf plot. | A Venn diagram. | Take AP Calc next year. | In Algebra we did. |
    The norm is {n}. | Jack of hearts or queen of spades? | Log base {n}. | Tan of {n} degrees. |
    So {n}-{n}-{n} = {n}. | {n}-{n} is what? | It's {n}{n}{n}{n}{n}{n}{n}. | Adjacent. |
    The governor has ${n}. | The captain has {n} sailors. | The baker made {n} loaves. |
    A farmer has {n} cows. | Grandma baked {n} pies. | Each cell splits in {n} minutes. |
    right.so you add | yes!now divide | ok;then {n} | good!what next | nice job!keep going |
    Google it. | Open Desmos. | Use Chrome. | Log in to Zoom. | It's on Khan Academy. |
    I'm done. | I'm lost. | I'm stuck. | I'm confused. | I'm sorry. | Oh, I'm wrong. | i'm done |
    im ready | i'm here | It's due. | It was boring. | He's absent. | She's right. | Soo... | Umm |
    Goin' on. | gonna do it | Hmmm. | Ohhh | okayy | yessss | nooo | yea | wat | idk | idk lol |
    brb | thx | plz | ty | mmm | Stop! | Brilliant. | Similar? | Different. | Equal? |
    Luckily, no. | Darling, listen. | Summer is over. | Pardon. | Glue? | the mayor | a farmer |
    A painter paints {n} walls. | Plan A and Plan B. | Box C | Store A sells {n}. | Company B |
    Team C won {n} games. | Class A | Room B | Student {n} | The principal has {n} pens. |
    The nurse said {n} times. | becuase | teh answer | multipy it | Calcuate it. | Wich one? |
    Mark the point on the number line. | Can you mark it for me? | I will try. |
    Will you try the next one? | May I go to the bathroom? | It's due in May. |
    I hope you got it. | Hope that helps! | Grace period is over. | Rose by 4 degrees. |
    Red is one whole. What is Purple? | White, Red, Light Green, Purple. | Orange rod. |
    The bill was $12. | Grant me one more minute. | A penny is one cent. | Penny, nickel, dime. |
    What's the mean? The mode? | Let's use the Commutative Property. | Distributive. |
    Is it acute or obtuse? | Is it Tuesday? | On Monday we start Unit 4. | Read Chapter {n}. |
    Turn to page {n}. | Number {n}. | Table {n}, you're up. | Group {n}. | Point A and point B. |
    Angle ABC is {n} degrees. | Solve for x. | x = {n} | y = {n}x + {n} | A1 = {n}, B2 = {n} |
    ({n}, {n}) | {n}/{n} | {n}/{n} + {n}/{n} = {n}/{n} | {n}:{n} | The ratio is {n}:{n}. |
    {n}.{n} | 3.14159 | {n}.{n}.{n} | {n},{n} | {n} x {n} = {n} | {n} - {n} = {n} |
    At {n}:30 it was colder. | It starts at 9:{n}. | What is {n} divided by {n}? | 1/2 or 4/12? |
    {n} out of {n} | Divide {n} by {n}, then add {n}. | It's {n} feet tall. | {n}{n}{n}-{n}{n} = |
    Round 4.{n}{n} to the nearest tenth. | They're the same. | Yep. | Nope. | Mm-hmm. | Sure. |
    Correct! | Exactly. | Awesome! | Perfect. | Bingo. | Hooray! | Wow. | Okay. | Numerator. |
    Denominator. | Multiply. | Hexagon. | Twelve. | Ones, tens, hundreds. |
    Ladies and gentlemen, please sit down. | Boys and girls, eyes on me. | Yes, sir. |
    Mom said so. | Friends, let's listen. | Sweetie, sit down. | Guys, shh. | Class? |
    Everybody? | Teacher? | Thank you, honey. | Okay, buddy. | Hold on, guys. | What time is it? |
    Is it a Rhombus? | Is it Prime or Composite? | PEMDAS. | LOL | OMG yes |
    Draw a Venn-like picture. | Use a T-chart. | Step {n}. | Question {n}. | Part B. |
    Problem A.
    """
)

_SLOT = re.compile(r"\{(\w+)\}")


def name_sentence(room: list[str], pool: NamePool, rng: random.Random) -> Labelled:
    """A turn with names from the room, or, one time in three, one that only looks like it."""
    sentence = rng.choice(WITHOUT_NAMES if rng.random() < 0.34 else WITH_NAMES)
    return fill_template(sentence, room, pool, rng)


def fill_template(sentence: str, room: list[str], pool: NamePool, rng: random.Random) -> Labelled:
    """Fill the slots of a sentence."""
    text, position = "", 0
    spans = []
    for match in _SLOT.finditer(sentence):
        text += sentence[position : match.start()]
        position = match.end()
        kind = match.group(1)
        if kind == "n":
            text += str(rng.choice((rng.randint(2, 12), rng.randint(10, 400))))
            continue
        value, label = {
            "f": lambda: (rng.choice(room), "NAME"),
            "s": lambda: (pool.surname(rng), "NAME"),
            "full": lambda: (pool.full_name(rng), "NAME"),
            "w": lambda: (rng.choice(pool.ordinary_forenames), "NAME"),
            "p": lambda: (pool.place(rng), "LOCATION"),
            "nrp": lambda: (rng.choice(NRP), "NRP"),
            "school": lambda: (pool.school(rng), "SCHOOL"),
        }[kind]()
        if _SLOT.sub("", sentence).islower() and rng.random() < 0.7:
            value = value.lower()
        spans.append(Gold(len(text), len(text) + len(value), label))
        text += value
    text += sentence[position:]
    return Labelled(rng.choice(("teacher", "student", "tutor")), text, tuple(spans))
