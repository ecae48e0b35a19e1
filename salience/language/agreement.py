"""Number, gender with animacy, and entity type, as sets of what a mention may be; pronouns.

Sets are bits: two mentions agree where their sets have something in common.
"""

from typing import NamedTuple

SINGULAR, PLURAL = 1, 2
MALE, FEMALE, THING = 1, 2, 4
PERSON, BODY, PLACE, OTHER = 1, 2, 4, 8
ANY_NUMBER, ANY_GENDER, ANY_TYPE = 3, 7, 15
HUMAN = MALE | FEMALE
TYPES = {"PER": PERSON, "ORG": BODY, "LOC": PLACE, "MISC": OTHER}
GENDERS = {"m": MALE, "f": FEMALE}


class Pronoun(NamedTuple):
    """A pronoun: its forms, its person (0 for a demonstrative), number and gender."""

    forms: str
    person: int
    number: int
    gender: int

    @property
    def lemma(self) -> str:
        """The first form."""
        return self.forms.split()[0]
