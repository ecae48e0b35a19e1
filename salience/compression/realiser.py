"""The words that stay as a sentence that reads well: spaces, capitals, marks, *a* or *an*."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from salience.language import ENGLISH
from salience.text.words import Words

_ENDS = frozenset(".!?…")
_MARKS = frozenset((",", ";", ":", "-", "–", "—", "--"))
_STRONG = frozenset((";", ":", "–", "—", "--"))
"""Marks behind which no comma stands once what was between them is gone."""
_CLOSING = frozenset((*_ENDS, ",", ";", ":"))
"""Marks without a space before them, also where a corpus writes one."""
_NO_SPACE_BEFORE = frozenset(")]}.,;:!?…%’”")
_NO_SPACE_AFTER = frozenset("([{“‘$£€#")
_PAIRS = {"(": ")", "[": "]", "{": "}", "“": "”", "‘": "’", "``": "''", '"': '"'}
_ENCLOSE = frozenset((*_PAIRS, *_PAIRS.values()))
_QUOTED = frozenset(("”", "’", "''", '"'))
_COMMA_AT_THE_END = re.compile(r"[,;:](\s?(?:''|[\"”’]))[.!?…]?$")

_SUBJECTS = ("nsubj", "csubj")
_FRONT = ("obl", "advmod", "advcl", "cc")
_SET_OFF = ("appos", "acl:relcl")
_TIED = ("obl", "nmod", "obj", "iobj", "xcomp", "ccomp", "case")
"""Relations of words that no comma divides from what is before them."""


def realised(
    text: str, words: Words, kept: Sequence[int], replaced: Mapping[int, str] | None = None
) -> str:
    """The words of a sentence that stay, as a sentence.

    Words that were neighbours keep what stood between them. Where something between them is gone,
    there is a space, but not before a closing mark. Commas and dashes that lost what they divided
    go: at the beginning, before another mark, before the end, and between a subject and its verb or
    a verb and its object. So do quotation marks and brackets that lost their other half, or all
    that they enclosed. The first word gets a capital where that of the sentence has one, the mark
    at the end stays, and *a* and *an* agree with the word that now follows.

    Args:
        text: The text that the spans of the words count in.
        words: One sentence.
        kept: Indices of the words that stay, rising.
        replaced: What is written in the place of a word instead of it.

    Returns:
        One line; empty if no word stays.

    Example:
        >>> from salience.text.words import plain_words
        >>> text = "Yesterday , they say , an old man left ."
        >>> realised(text, plain_words(text), (1, 4, 5, 7, 8, 9))
        'A man left.'
    """
    marks = _enclosing(text, words)
    places = _with_end(words.texts, _without_halves(words.texts, kept, marks))
    places = _without_stray_marks(words, places, marks.opening)
    texts = [(replaced or {}).get(i, words.texts[i]) for i in places]
    _agree(words, places, texts)
    first, now = _first_word(words.texts), _first_word(texts)
    if now < len(texts) and words.texts[first][0].isupper() and texts[now].islower():
        texts[now] = texts[now][0].upper() + texts[now][1:]
    pieces = []
    for n, word in enumerate(texts):
        if n:
            pieces.append(_between(text, words, places[n - 1], places[n], marks.opening))
        pieces.append(word)
    line = " ".join("".join(pieces).split())
    if len(kept) == len(words):
        return line
    return _COMMA_AT_THE_END.sub(r".\1", line)


class _Enclosing(NamedTuple):
    """The quotation marks and brackets of a sentence."""

    pairs: list[tuple[int, int]]
    opening: set[int]
    """Those that open something, also where it is closed in another sentence."""


def _enclosing(text: str, words: Words) -> _Enclosing:
    pairs, opening = [], set()
    open_: list[int] = []
    for i, word in enumerate(words.texts):
        if word not in _ENCLOSE or words.tags[i] == "PART":  # the ’ of a possessive
            continue
        start, end = words.spans[i]
        apart = not text[start - 1 : start].strip(), text[end : end + 1].strip() in ("", *_CLOSING)
        partner = next((j for j in open_[::-1] if _PAIRS[words.texts[j]] == word), None)
        if word in _PAIRS and (word != '"' or apart == (True, False)):
            partner = None
        if partner is not None:
            pairs.append((partner, i))
            open_ = open_[: open_.index(partner)]
        elif word in _PAIRS and (word != '"' or apart[0]):
            opening.add(i)
            open_.append(i)
    return _Enclosing(pairs, opening)


def _without_halves(texts: Sequence[str], kept: Sequence[int], marks: _Enclosing) -> list[int]:
    """What stays, but for marks that lost their other half or all that they enclosed.

    A quotation that ends with a comma still does where it lost its last words.
    """
    stays = set(kept)
    for left, right in marks.pairs:
        shown = [i for i in range(left + 1, right) if i in stays]
        inside = [
            i for i in shown if texts[i] not in _MARKS | _ENDS | _ENCLOSE or texts[left] == "["
        ]  # […]
        if not {left, right} <= stays or not inside:
            stays -= {left, right}
        elif texts[right] in _QUOTED and texts[right - 1] == "," and right + 1 in stays:
            stays.add(right - 1)
    return sorted(stays)


def _with_end(texts: Sequence[str], kept: list[int]) -> list[int]:
    """What stays, and the mark at the end of the sentence where no other is there."""
    last = len(texts) - 1
    while last >= 0 and texts[last] in _ENCLOSE:
        last -= 1
    final = next((texts[i] for i in kept[::-1] if texts[i] not in _ENCLOSE | _MARKS), "")
    if last < 0 or texts[last] not in _ENDS or not final or final[-1] in _ENDS:
        return kept
    return sorted({*kept, last})


def _without_stray_marks(words: Words, kept: Sequence[int], opening: set[int]) -> list[int]:
    """What stays once marks that divide nothing, close nothing or open nothing are gone."""
    texts = words.texts
    found: list[int] = []
    for n, i in enumerate(kept):
        text = texts[i]
        if not found and (text in _MARKS or (text in _ENCLOSE and i not in opening)):
            continue
        if found and text == "," and texts[found[-1]] in _STRONG and found[-1] + 1 < i:
            continue
        dots = texts[i : i + 2] == (".", ".")  # “. . . we left
        opens = found and text in _ENDS and found[-1] in opening and not dots
        opens = opens and (found[-1] + 1 < i or texts[found[-1]] != "[")
        divided = found and text in _MARKS | _ENDS and texts[found[-1]] in _MARKS
        if opens or (divided and texts[i - 1 : i + 1] != (":", "?")):  # a bullet that was lost
            found.pop()
        if found and text == "." and found[-1] + 1 < i and texts[found[-1]].endswith("."):
            continue  # the stop of an abbreviation is enough
        if found and text == "," and n + 1 < len(kept):
            lost = (found[-1] + 1 < i and texts[i - 1] != ")") or i + 1 < kept[n + 1]
            if lost and _divides_nothing(words, found, i, kept[n + 1]):
                continue
        found.append(i)
    while found and (texts[found[-1]] in _MARKS or found[-1] in opening):
        if texts[found[-1]] in _STRONG and found[-1] == len(texts) - 1:  # it goes on elsewhere
            break
        found.pop()
    return found


def _divides_nothing(words: Words, before: Sequence[int], comma: int, right: int) -> bool:
    """Whether a comma divides a subject from its verb, or a verb from its object.

    Not so if another comma, before what tells more of the subject, needs it: *Ann, 33, won*.
    """
    across = _crossing(words, before[-1], range(comma, len(words)))
    back = _crossing(words, right, range(comma))
    if across is not None:
        return across.startswith(_SUBJECTS) and back is None and not _is_open(words, before)
    return back is not None and back.partition(":")[0] in _TIED


def _is_open(words: Words, kept: Sequence[int]) -> bool:
    """Whether an odd number of commas stand before that set off what tells more."""
    texts = words.texts
    dates = [i for i in kept if texts[i - 1].isdigit() and texts[i + 1].isdigit()]  # May 1, 1953
    opens = [i for i in kept if texts[i] == "," and i not in dates]
    return sum(not _is_of_list_or_front(words, i) for i in opens) % 2 == 1


def _is_of_list_or_front(words: Words, comma: int) -> bool:
    """Whether a comma divides members of a list, or ends what stands before a subject."""
    front = _crossing(words, comma - 1, range(comma, len(words))) or ""
    return _crossing(words, comma + 1, range(comma)) == "conj" or front.startswith(_FRONT)


def _crossing(words: Words, place: int, other: range) -> str | None:
    """The relation by which a word, or what it hangs on, hangs on a word of the other side."""
    for _ in range(len(words)):
        head = words.heads[place]
        if head in other or words.relations[place] in _SET_OFF:
            return words.relations[place]
        if head == place:
            return None
        place = head
    return None


def _agree(words: Words, places: Sequence[int], texts: list[str]) -> None:
    """Write articles as the next word asks for (*a*, *an*), where another one was next."""
    for n, (place, text) in enumerate(zip(places[:-1], texts[:-1], strict=True)):
        changed = places[n + 1] != place + 1 or texts[n + 1] != words.texts[place + 1]
        article = text.lower() in ENGLISH.cuts.changing_articles
        if article and changed and texts[n + 1][0].isalnum():
            texts[n] = ENGLISH.cuts.article_before(text, texts[n + 1])


def _first_word(texts: Sequence[str]) -> int:
    """The first word that has a letter or digit at its start; if there is none, their number."""
    return next((i for i, text in enumerate(texts) if text[0].isalnum()), len(texts))


def _between(text: str, words: Words, before: int, here: int, opening: set[int]) -> str:
    """What stands between two words that stay: a space or nothing."""
    left, right = words.texts[before], words.texts[here]
    if here == before + 1 and words.spans[before][1] == words.spans[here][0]:
        return ""
    line_ends = "\n" in text[words.spans[before][1] : words.spans[here][0]]
    if here == before + 1 and (right not in _CLOSING or line_ends):
        return " "
    closes = right in _ENCLOSE and here not in opening
    joined = (
        right in _CLOSING or right in ENGLISH.cuts.clitics or right[0] in _NO_SPACE_BEFORE or closes
    )
    return "" if joined or left[-1] in _NO_SPACE_AFTER or before in opening else " "
