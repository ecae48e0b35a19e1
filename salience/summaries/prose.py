"""Which sentences of a text may be printed: headings, captions, lists and references may not."""

import re
from collections.abc import Sequence

from salience.language import ENGLISH
from salience.text.words import Words

_VERBS = frozenset(("VB", "VBD", "VBZ", "VBP", "MD"))
_BESIDE = ("parataxis", "conj", "appos")
_ENDED = re.compile(r"[.!?…][\"'”’»)\]]*(?:\s?\[[\w,–-]{1,9}\])*$")
_NO_PROSE = re.compile(
    r"https?:|www\.|\S@\S+\.\S|(?:^|\s)#[^\W\d]|\n\s*\n|[|•©]|\b(?:doi|isbn|photo|credit):",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"^[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}(?:: |, [A-Z][\w.-]*\. )")
"""What begins with who speaks (*Ann Lee: We won.*) or wrote (*Lee, Ann. Birds.*)."""
_ASIDE = re.compile(r"^[(\[][^)\]]*[)\]][.!]?$")


def is_prose(text: str, words: Words, places: Sequence[int]) -> bool:
    """Whether words are a statement: it has a capital, a finite verb of its own, an end.

    Captions, what is set in brackets, turns of a conversation with the name of who speaks, and
    questions are none.
    """
    captions = ENGLISH.omissions.captions
    return (
        _ENDED.search(text) is not None
        and not any(pattern.search(text) for pattern in (_NO_PROSE, _LABELLED, _ASIDE))
        and not (captions is not None and captions.search(text))
        and not not_ended(text)
        and not text.rstrip("\"'”’»)]").endswith("?")
        and not text.lstrip("\"'“‘«([")[:1].islower()
        and _is_finite(words, places)
    )


def _is_finite(words: Words, places: Sequence[int]) -> bool:
    """Whether the main word of a sentence is a finite verb or has one, as far as tags say it.

    It may stand beside the main word: *Help for towns: Ann built a bridge*. A past tense that is
    tagged as a participle has a subject, or behind a noun an object: *bombs struck a church*.
    """
    tags = words.fine_tags
    if not tags:
        return True
    roots = {i for i in places if words.heads[i] == i or words.heads[i] not in places}
    mains = roots | {
        i for i in places if words.heads[i] in roots and words.relations[i].startswith(_BESIDE)
    }
    finite = mains - {words.heads[i] for i in places if tags[i] == "TO"}
    helping = ("aux", "cop")
    below = {(words.heads[i], words.relations[i]) for i in places}
    return any(
        (
            tags[i] in _VERBS
            and (
                i in finite or (words.heads[i] in mains and words.relations[i].startswith(helping))
            )
        )
        or (tags[i] == "VBN" and i in roots and (i, "nsubj") in below)
        or (
            tags[i] == "VBN"
            and (i, "obj") in below
            and words.heads[i] in roots
            and words.relations[i] == "acl"
        )
        for i in places
    )


def not_ended(text: str) -> bool:
    """Whether a text ends with a word that needs a number after it: *Art.*, *No.*."""
    last = text.split()[-1:]
    return any(word[0].isupper() and word[:-1].lower() in ENGLISH.short_numbered for word in last)
