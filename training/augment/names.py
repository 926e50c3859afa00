"""Names missing from the lists, from `corpus/templates/names.toml`."""

from training.augment.texts import read_texts

_TEXTS = read_texts("names.toml")

# "Full name:short name", by field.
FIGURES: dict[str, tuple[str, ...]] = {
    field: tuple(names) for field, names in _TEXTS["figures"].items()
}
# "Name|rest of the term"; the part before ^ comes before the name.
MATH_TERMS: tuple[str, ...] = tuple(_TEXTS["terms"])
TERM_NAMES: tuple[str, ...] = tuple(_TEXTS["term_names"])
NICKNAMES: tuple[str, ...] = tuple(_TEXTS["nicknames"])
SCRIPTS: tuple[str, ...] = tuple(_TEXTS["scripts"])
PARTICLES: tuple[str, ...] = tuple(_TEXTS["particles"])
SMALL_PARTICLES: frozenset[str] = frozenset(_TEXTS["small_particles"])
DOUBLE_GIVEN: tuple[str, ...] = tuple(_TEXTS["double_given"])
WORD_NAMES: tuple[str, ...] = tuple(_TEXTS["word_names"])
SHORT_NAMES: tuple[str, ...] = tuple(_TEXTS["short_names"])
APOSTROPHES: tuple[str, ...] = tuple(_TEXTS["apostrophes"])
NO_NAMES: frozenset[str] = frozenset(_TEXTS["no_names"])
SCHOOL_ENDINGS: tuple[str, ...] = tuple(_TEXTS["school_endings"])
ORGANISATIONS: tuple[str, ...] = tuple(_TEXTS["organisations"])
PLACES: tuple[str, ...] = tuple(_TEXTS["places"])
NATIONALITIES: tuple[str, ...] = tuple(_TEXTS["nationalities"])
