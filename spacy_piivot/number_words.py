"""English number words, from which patterns and surrogates make their tables."""

UNITS = "one two three four five six seven eight nine".split()
TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBERS = {
    "zero": 0,
    **{word: number for number, word in enumerate([*UNITS, *TEENS], 1)},
    **{word: number * 10 for number, word in enumerate(TENS, 2)},
}
ORDINAL_UNITS = "first second third fourth fifth sixth seventh eighth ninth".split()
ORDINAL_TEENS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth "
    "nineteenth"
).split()
