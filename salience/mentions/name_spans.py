"""Proper names as spans of a Doc: where each begins and ends, and none inside a longer one.

What the recogniser found leads: names are put together in rows (`name_runs`) and across small words
(`name_links`). Here stays what names something: no language, no office (`offices`), nothing of no
particular thing (`nameless`). A name that stands whole in one place is found as a whole in every
other.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence, Set

from salience.mentions.doc_columns import NAME_TYPES, DocColumns
from salience.mentions.name_links import joined_by_links
from salience.mentions.name_runs import joined_in_rows
from salience.mentions.name_words import QUOTES, NameSpan, NameWords, is_role_alone, runs_small
from salience.mentions.nameless import is_nameless
from salience.mentions.noun_phrases import PhraseTree
from salience.mentions.offices import is_of_office
from salience.names.proper_names import abbreviates, is_acronym, read_name

_CLOSING = {"«": "»", "“": "”", "„": "“", '"': '"', "[": "]", "(": ")"}
_LONGEST_QUOTED = 4  # So many words after a name may be of the quotation that it opens.


def find_names(columns: DocColumns, tree: PhraseTree) -> tuple[NameSpan, ...]:
    """The proper names of a Doc in their order, without titles, possessors and articles."""
    words = NameWords(columns, tree)
    joined = joined_by_links(words, joined_in_rows(words))
    names = [n for name in joined for n in _apart(words, name)]
    counts = Counter(map(words.key, names))
    tongues = {words.key(name) for name in names if _is_language(words, name)}
    sure = [
        name
        for name in names
        if (key := words.key(name)) not in tongues and _is_name(words, name, counts[key] == 1)
    ]
    return tuple(_repeated(words, sure))


def _apart(words: NameWords, name: NameSpan) -> Iterator[NameSpan]:
    """A name without what belongs to the office after it, and the acronym at its end by itself."""
    start, end, type_, found = name = _closed(words, name)
    if of := _of_several(words, name):
        yield NameSpan(of + 1, end, "LOC", True)
        return
    *others, last = words.text[start:end]
    office = end < len(words.text) and words.capital[end] and words.is_role(end)
    if others and office and words.lower[end - 1] in words.language.before_offices:
        more = len(others) > 1 and words.lower[end - 2] in words.language.and_
        yield name._replace(end=end - 1 - more)
        return
    firm = (
        others and words.pos[end - 2] != "PUNCT" and words.language.has_legal_form([*others, last])
    )
    short_too = len(others) > 1 and len(last) > 1 and last.isupper() and not firm
    if short_too and type_ in ("ORG", "MISC", ""):
        full, short = (read_name(x, "ORG", words.language) for x in (others, [last]))
        if is_acronym(short, full) or abbreviates(short, full):
            comma = words.pos[end - 2] == "PUNCT"  # *Department of Justice, DOJ*
            yield name._replace(end=end - 1 - comma)
            yield NameSpan(end - 1, end, type_, found)
            return
    yield name


def _of_several(words: NameWords, name: NameSpan) -> int:
    """What stands before the first place of several bodies: the second *of* in *Ministries of Trade
    of Norland, Estavia and Garland*; else 0."""
    lower, language, links = words.lower, words.language, words.language.and_ | {","}
    ofs = [i for i in range(name.start + 1, name.end - 1) if lower[i] in language.of]
    link, the, *_ = *lower[name.end : name.end + 2], "", ""
    if not ofs or lower[ofs[0] - 1] not in language.several_bodies or link not in links:
        return 0
    last = words.columns.name_at.get(name.end + 1 + (the in language.definite))
    of = ofs[-1] + (lower[ofs[-1] + 1] in language.definite)
    first = name._replace(start=of + 1)
    place = " ".join(lower[of + 1 : name.end]) in words.places or not runs_small(words, first)
    return of if place and last is not None and NAME_TYPES[last.label] == "LOC" else 0


def _closed(words: NameWords, name: NameSpan) -> NameSpan:
    """A name with the mark that closes a quotation inside of it, or else without the quotation."""
    first, closing, opened = max(0, name.start - 1), "", name.end
    for i in range(first, name.end):  # from the word before: *"Red" Moor* behind its first mark
        if closing and words.text[i] == closing:
            closing = ""
        elif not closing and words.text[i] in _CLOSING:
            closing, opened = _CLOSING[words.text[i]], i
    if not closing or opened <= name.start:
        return name
    near = words.text[name.end : name.end + _LONGEST_QUOTED]
    end = name.end + near.index(closing) if closing in near else len(words.text)
    if 1 not in words.starts[name.end : end] and closing in near:
        return name._replace(end=end + 1)
    return name._replace(end=opened)


def _is_name(words: NameWords, name: NameSpan, once: bool) -> bool:
    """Whether what was put together names something; `once` if nothing else has its words."""
    inside = range(name.start, name.end)
    first, language = words.lower[name.start].rstrip("."), words.language
    if is_of_office(words, name, once) or is_nameless(words, name, once):
        return False
    near = max(name.end, name.start + 2) if name.recognised else name.end + 2
    numbers = "NUM" in words.pos[name.start : near]  # not *Level Health raised 12 million*
    if numbers and first in language.numbered and name.type != "PER":
        return False
    if name.recognised:
        return any(words.capital[i] for i in inside)
    if is_role_alone(words, name) or all(words.lower[i] in language.suffixes for i in inside):
        return False
    if len(inside) == 1 and _is_common(words, name.start, once):
        return False
    if any("$" in words.text[i] for i in inside):
        return False
    return any(map(words.is_strong, inside))


def _is_common(words: NameWords, i: int, once: bool) -> bool:
    """Whether an unrecognised word is a common noun with a capital: *the State*."""
    word = words.text[i]
    if words.is_family_name(i):
        return False
    if words.pos[i] == "NOUN":
        return once and word[1:] == word[1:].lower() and not words.tree.hashtag[i]
    language, low = words.language, words.lower[i]
    kind = language.kind_of_word
    time = low in language.time_nouns  # *Australian of the Year*
    return time or bool(kind(low) or kind(low.removesuffix(language.plural)))


def _is_language(words: NameWords, name: NameSpan) -> bool:
    """Whether a word is a language: *speak Twi*, *in Twi and Latin*, *the Twi language*."""
    i, columns, language = name.start, words.columns, words.language
    if name.end - i > 1:
        return False
    above = columns.lemma[columns.heads[i]]
    if columns.relation[i] == "obj" and above in language.speaking_verbs:
        return True
    if columns.relation[i] == "compound" and above in language.language_nouns:
        return True
    first = columns.heads[i] if columns.relation[i] == "conj" else i
    beside = {first, *columns.conjuncts.get(first, ())} - {i}
    return any(words.lower[k] in language.languages for k in beside)


def _repeated(words: NameWords, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names, with each that stands whole in one place found whole in every other."""
    known: dict[str, dict[int, set[tuple[str, ...]]]] = defaultdict(lambda: defaultdict(set))
    whole = {words.key(name) for name in names}
    nicknames = {k[i:] for k in whole for i in range(1, len(k) - 3) if k[i] in QUOTES}
    spoken = {tuple(word for word in key if word not in QUOTES) for key in nicknames}
    spoken |= {
        (*key[:i], *key[i + 3 :])  # *Ann Moor* of *Ann "Red" Moor*
        for key in whole
        for i in range(1, len(key) - 3)
        if key[i] in QUOTES and key[i + 2] in QUOTES
    }
    names = [n._replace(type="PER") if words.key(n) in spoken else n for n in names]
    firms = {firm for key in whole if (firm := _without_form(words, key))}
    for key in sorted(whole | nicknames | firms, key=len, reverse=True):
        if len(key) > 1 or key in firms:
            known[key[0]][len(key)].add(tuple(map(str.lower, key)))
    owner = {i: name for name in names for i in range(name.start, name.end)}
    kept = dict.fromkeys(names)
    for i, word in enumerate(words.text):
        for length, keys in known[word].items() if word in known else ():
            end = i + length
            if tuple(words.lower[i:end]) not in keys:
                continue
            inside = list(dict.fromkeys(owner[k] for k in range(i, end) if k in owner))
            if any(name.start < i or name.end > end for name in inside) or (
                len(inside) == 1 and inside[0].end - inside[0].start == length
            ):
                break
            longer = NameSpan(i, end, "", any(name.recognised for name in inside))
            for name in inside:
                kept.pop(name, None)
            kept[longer] = None
            owner.update((k, longer) for k in range(i, end))
            break
    return _typed(words, sorted(kept, key=lambda name: name.start))


def _without_form(words: NameWords, key: Sequence[str]) -> tuple[str, ...]:
    """A firm without its legal form: *Dekkers* of *Dekkers NV*; empty for all else."""
    firm = tuple(key[:-2] if key[-2:-1] == (",",) else key[:-1])  # *Tarnley* of *Tarnley, Inc.*
    small = all(words.language.runs_small(word.lower()) for word in firm)
    whole = words.language.has_legal_form(list(key)) and firm[-1:] and firm[-1][-1].isalnum()
    return firm if whole and not small else ()


def _typed(words: NameWords, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Names with the type that most of those with the same words have, where it is unknown."""
    votes: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for name in names:
        if name.type:
            votes[words.key(name)][name.type] += 1
    types = {key: types.most_common(1)[0][0] for key, types in votes.items()}
    # A single word that is a person's may be another's.
    types = {key: type_ for key, type_ in types.items() if type_ != "PER" or len(key) > 1}
    types |= {(word,): "PER" for word in words.given_names}
    names = [n if n.type else n._replace(type=types.get(words.key(n), "")) for n in names]
    places = {" ".join(words.key(n)).lower() for n in names if n.type == "LOC"}
    places |= words.language.countries | words.language.names_of_states
    return [n._replace(type="LOC") if _is_state(words, n, places) else n for n in names]


def _is_state(words: NameWords, name: NameSpan, places: Set[str]) -> bool:
    """Whether a body is a place with the noun of what it is: *State of California*."""
    language, (noun, *rest) = words.language, words.lower[name.start : name.end]
    if name.type != "ORG" or len(rest) < 2 or rest[0] not in language.of:
        return False
    rest = rest[2 if rest[1] in language.definite else 1 :]
    return language.place_nouns.get(noun, "-") != "-" and " ".join(rest) in places
