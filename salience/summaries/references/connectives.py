"""Words that tie a sentence to the one before it: *However, …*, *Ann also sings*."""

from collections.abc import Sequence

from salience.language import ENGLISH
from salience.summaries.references.quotations import are_apart
from salience.text.words import Words

_PAIRED = ENGLISH.cuts.paired
_CLAUSES = ("advcl", "mark")
_ASIDES = ("obl", "advcl")


def without_connective(words: Words, places: range) -> list[int]:
    """A sentence without the words at its start that link it with the one before it."""
    texts = [words.texts[i].lower() for i in places]
    gone = 0
    joins = words.tags[places[0]] == "CCONJ" and texts[0] not in _PAIRED
    if joins and len(places) > 1:
        gone = 1 + (texts[1] == ",")
    while _is_opener(words, places[gone:]):
        gone += 1 + (texts[gone + 1] == ",")
    for length in range(4, 0, -1):
        phrase = tuple(texts[gone : gone + length])
        if phrase in ENGLISH.connectives and texts[gone + length : gone + length + 1] == [","]:
            gone += length + 1
            break
    kept = [*places[gone:]]
    return kept if any(any(map(str.isalnum, words.texts[i])) for i in kept) else [*places]


def _is_opener(words: Words, places: range) -> bool:
    """Whether a sentence begins with a word of talk: *So we left*, *Well, I did*."""
    if len(places) < 2 or words.tags[places[0]] == "DET":  # no doubt
        return False
    word, behind = words.texts[places[0]].lower(), words.tags[places[1]]
    if word not in ENGLISH.omissions.openers or _is_of_title(words, places):
        return False
    again = _is_opener(words, places[1:])  # so now
    clause = (
        behind == "SCONJ"
        and words.texts[places[1]].lower() in ENGLISH.omissions.opening_conjunctions
    )
    return again or clause or behind in ("PRON", "PROPN", "DET", "NOUN", "PUNCT")


def _is_of_title(words: Words, places: range) -> bool:
    """Whether a sentence begins with a word that is joined to the next, or tells when somebody had
    a title: *Then-Senator Ann Lee*, *Then Prime Minister Ann Lee*.
    """
    first, *behind = places[:4]
    named = [words.texts[i].lower().rstrip(".") for i in behind if words.texts[i][0].isupper()]
    while named and named[0] in ENGLISH.ranks_of_titles:
        del named[0]
    titled = bool(named) and named[0] in ENGLISH.titles and named[0] not in ENGLISH.surname_titles
    joined = words.texts[behind[0]] != "," and not are_apart(words, behind[0])
    return joined or (titled and words.texts[first].lower() in ENGLISH.before_titles)


def tying_words(words: Words, places: range) -> set[int]:
    """Words that add a sentence to what was said: *Ann also sings*, *Ann, however, sings too*.

    They go with their commas, unless they belong to something in the sentence itself.
    """
    keys, omit = words.keys, ENGLISH.omissions
    found: set[int] = set()
    last = max((i for i in places if words.tags[i] != "PUNCT"), default=places[0])
    for i in places[1:]:
        if keys[i] in omit.limiting or keys[i] == ";":
            break
        if words.relations[words.heads[i]] != "root":
            continue
        end = _between_commas(keys, i, places)
        if end:
            closes = keys[end - 1] == "," and _ends_aside(words, i, places)
            found.update(range(i if closes else i - 1, end))
        elif keys[i] in omit.adding and words.relations[i] == "advmod":
            found.add(i)
        elif keys[i] in omit.going_on and words.heads[i] == i + 1 and words.tags[i + 1] == "VERB":
            if not any(words.relations[k].startswith(_CLAUSES) for k in places if k < i):
                found.add(i)
        elif i == last and keys[i] in omit.ending and words.relations[i] == "advmod":
            found.update((i, i - 1) if keys[i - 1] == "," else (i,))
    return found


def _ends_aside(words: Words, place: int, places: range) -> bool:
    """Whether the comma before a word closes what another one opened: *Ann, of Oslo, however,*.

    What stands between them says more of a word before it, or when or where.
    """
    heads, relations = words.heads, words.relations
    opened = next((k for k in range(place - 2, places.start, -1) if words.texts[k] == ","), 0)
    return opened > 0 and any(
        heads[k] < opened or (heads[k] >= place and relations[k].startswith(_ASIDES))
        for k in range(opened + 1, place - 1)
    )


def _between_commas(keys: Sequence[str], place: int, places: range) -> int:
    """Where a connective between two commas, or a comma and the end, ends; 0 if none does."""
    for length in range(4, 0, -1):
        end = place + length
        phrase, behind = tuple(keys[place:end]), keys[end : places.stop][:1]
        if keys[place - 1] == "," and phrase in ENGLISH.connectives and behind:
            if behind[0] == ",":
                return end + 1
            if end == places.stop - 1:
                return end
    return 0
