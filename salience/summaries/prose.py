"""Which sentences of a text may be printed: headings, captions, lists and references may not."""

import re
from collections.abc import Sequence

from salience.language import ENGLISH
from salience.text.words import Words

_OPENING = 12  # words of a first sentence in which any verb will do
_FINITE, _NOUNS = frozenset(("VBD", "VBZ", "VBP", "MD")), frozenset(("NN", "NNS", "NNP"))
_SAYING = ("NN", "CD")
_BESIDE = ("parataxis", "conj", "appos")
_LINKED, _LINKS = ("acl:relcl", "advcl", "csubj"), ("mark", "WDT", "WP", "WRB")
_SUBJECTS, _PERSONAL = ("nsubj", "csubj", "expl"), frozenset(("VBD", "VBZ"))
_BEFORE_ORDERS = frozenset(("ADV", "INTJ", "PUNCT", "PART", "AUX"))
_SPEAKER = 5  # words of who says something are fewer
_QUOTES = frozenset("“”\"«»‘’'")
_NEVER_BEHIND = frozenset(("DT", "PDT", "PRP", "PRP$", "RB"))  # a noun
ENDED = re.compile(r"[.!?…][\"'”’»)\]]*(?:\s?\[[\w,–-]{1,9}\])*$")
_NO_PROSE = re.compile(
    r"https?:|www\.|\S@\S+\.\S|(?:^|\s)#[^\W\d]|\n\s*\n|[|•©]|\b(?:doi|isbn|photo|credit):",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"^[A-Z][\w.’'-]*(?: [A-Z][\w.’'-]*){0,3}(?:: |, ([A-Z][\w.-]*)\. )")
"""What begins with who speaks (*Ann Lee: We won.*) or wrote (*Lee, Ann. Birds.*)."""
_QUOTED = re.compile(r"“[^”]*”|\"[^\"]*\"")
_ASIDE = re.compile(r"^[(\[][^)\]]*[)\]][.!]?$")


def is_prose(text: str, words: Words, places: Sequence[int]) -> bool:
    """Whether words are a statement, with a capital, a finite verb of its own and an end, and no
    caption, aside in brackets, turn of a conversation, question or exclamation, nor told with
    hesitations.
    """
    omit = ENGLISH.omissions
    return (
        ENDED.search(text) is not None
        and not any(p.search(text) for p in (_NO_PROSE, _ASIDE, omit.no_statements))
        and not _is_labelled(text)
        and not omit.hesitations.search(_QUOTED.sub("", text))
        and not not_ended(text)
        and not _ends_open(text)
        and not text.lstrip("\"'“‘«([").partition(" ")[0].islower()
        and not text.isupper()
        and (_is_finite(words, places) or _opens(words, places))
        and not _is_piece(words, places)
    )


def says_what(words: Words, places: Sequence[int]) -> bool:
    """Whether words have a noun, a name or a number, or say *he* or *she*: not *I don't know.*"""
    tags = words.fine_tags
    return not tags or any(
        tags[i].startswith(_SAYING) or words.keys[i] in ENGLISH.he_and_she for i in places
    )


def tells_to_act(words: Words, places: Sequence[int]) -> bool:
    """Whether words tell their reader to do something: *Visit the museum.*, *Do not run.*"""
    if not words.fine_tags:
        return False
    root = next(i for i in places if words.heads[i] == i or words.heads[i] not in places)
    bare = words.fine_tags[root] in ("VB", "VBP") and not _has_subject(words, places, root)
    return bare and {*words.tags[places[0] : root]} <= _BEFORE_ORDERS


def _is_labelled(text: str) -> bool:
    """Whether a text begins with its speaker or writer; *Today, Sen. Lee sang* begins with none."""
    found = _LABELLED.search(text)
    short = "" if found is None else (found[1] or "").lower()
    return found is not None and not (short in ENGLISH.short_titles or short in ENGLISH.titles)


def _ends_open(text: str) -> bool:
    """Whether a text asks, cries or breaks off, by a mark that is of no quotation and no name."""
    own = (_QUOTED.sub("", text).rstrip() or text).rstrip("\"'”’»)]")
    return own.endswith(("?", "!", "...", "…")) and not own.endswith(ENGLISH.omissions.marked)


def _opens(words: Words, places: Sequence[int]) -> bool:
    """Whether words are a long first sentence with a verb of any form, which most subtitles lack.

    Taggers take *A fire destroyed …* for a fire that somebody destroyed.
    """
    is_first = places[0] == 0 and len(places) >= _OPENING
    return is_first and any(words.fine_tags[i].startswith(("V", "MD")) for i in places)


def _is_finite(words: Words, places: Sequence[int]) -> bool:
    """Whether a sentence has a finite verb of its own, as far as tags say it.

    It stands in no clause with a conjunction or a relative pronoun, wherever the parser put it. A
    noun or participle is one where it has a subject, or a noun an object (*bombs struck a church*).
    """
    tags, heads, relations = words.fine_tags, words.heads, words.relations
    if not tags:
        return True
    roots = {i for i in places if heads[i] == i or heads[i] not in places}
    below = {(heads[i], x) for i in places if i not in roots for x in (relations[i], tags[i])}

    def is_own(i: int) -> bool:
        main = heads[i] if relations[i].startswith(("aux", "cop")) else i
        beside = main in roots or (heads[main] in roots and relations[main].startswith(_BESIDE))
        if tags[i] in _FINITE:
            link = (*_LINKS, "nsubj") if relations[main].startswith(_LINKED) else _LINKS
            return beside or not any((main, x) in below for x in link)
        if tags[i] == "VB":
            return beside and (main, "TO") not in below
        told = i in roots and tags[i] in (*_NOUNS, "JJ", "VBN") and (i, "nsubj") in below
        acts = tags[i] in _NOUNS if i in roots else heads[i] in roots and tags[i] == "VBN"
        return told or (acts and (i, "obj") in below) or _is_misread(tags, i, places)

    return any(map(is_own, places))


def _is_piece(words: Words, places: Sequence[int]) -> bool:
    """Whether words are a piece of what somebody says: a clause with *because* alone, a past or a
    third person without a subject (*Slammed the door.*), who says what stands before it (*Ann
    said, smiling.*), or what addresses somebody (*Ann, you can stay.*).
    """
    relations, heads, tags = words.relations, words.heads, words.fine_tags
    if not tags:
        return False
    first, *_ = roots = [i for i in places if heads[i] == i or heads[i] not in places]
    keys = words.keys[places[0] : places[-1] + 1]
    plain = _QUOTES.isdisjoint(keys)
    return (
        (relations[places[0]] == "mark" and heads[places[0]] in roots and "," not in keys[2:])
        or (
            first == places[0]
            and tags[first] in _PERSONAL
            and not _has_subject(words, places, first)
        )
        or (plain and any(relations[i] == "vocative" for i in places))
        or (plain and _ends_quotation(words, first, places))
    )


def _has_subject(words: Words, places: Sequence[int], verb: int) -> bool:
    relations, heads = words.relations, words.heads
    return any(heads[i] == verb and relations[i].startswith(_SUBJECTS) for i in places)


def _ends_quotation(words: Words, verb: int, places: Sequence[int]) -> bool:
    """Whether a verb only says whose the words before its sentence are: *Ann said, smiling.*"""
    before, behind = words.tags[places[0] : verb], words.tags[verb + 1 : verb + 2]
    alone = behind == ("PUNCT",) and len(before) in range(1, _SPEAKER) and "PUNCT" not in before
    told = not _FINITE.isdisjoint(words.fine_tags[verb + 1 : places[-1] + 1])  # said, in May, that
    says = words.fine_tags[verb] in _PERSONAL and not told
    return alone and says and words.lemmas[verb].lower() in ENGLISH.omissions.quoting


def _is_misread(tags: Sequence[str], i: int, places: Sequence[int]) -> bool:
    """Whether a plural stands where only a verb can: *Oslo condemns the war*."""
    before, after, then = (tags[k] if k in places else "" for k in (i - 1, i + 1, i + 2))
    only = after in _NEVER_BEHIND or (after == "JJ" and then in _NOUNS)
    return tags[i] == "NNS" and before in ("NN", "NNP") and only


def not_ended(text: str) -> bool:
    """Whether a text ends with a word that needs a number or a name after it: *Art.*, *Sen.*."""
    last = text.split()[1:][-1:]  # *No.* alone is an answer
    short = ENGLISH.short_numbered | ENGLISH.short_titles
    return any(word[0].isupper() and word[:-1].lower() in short for word in last)
