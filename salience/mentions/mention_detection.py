"""Mentions in a spaCy Doc: names, noun phrases and pronouns, each with its head.

UD and CLEAR trees of a sentence give the same spans and heads; see `salience.language.labels`.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from salience.language.labels import BEFORE, NAME
from salience.mentions.doc_columns import NAME_TYPES, DocColumns, once
from salience.mentions.name_spans import find_names
from salience.mentions.name_words import QUOTES, NameSpan, is_picture
from salience.mentions.noun_phrases import PhraseTree
from salience.types import Kind

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_IN_WORDS = re.compile(r"\w").search


class TokenMention(NamedTuple):
    """A mention as token offsets into a Doc: tokens `start` to `end - 1`.

    `head` is what mentions are compared by: of a name the last word of its flat or compound run
    before suffixes, else `root`. `name` are the tokens of a proper name alone: *Ann* in *my friend
    Ann*.
    """

    start: int
    end: int
    root: int
    head: int
    kind: Kind
    type: str = ""
    name: tuple[int, int] = (0, 0)

    @property
    def extent(self) -> tuple[int, int]:
        """The words of the name, else the head."""
        return self.name if self.name[1] else (self.head, self.head + 1)


@once
def find_mentions(columns: DocColumns) -> tuple[TokenMention, ...]:
    """Find all mentions, sorted by (start, -end), no span twice; none in a Doc without tags.

    *Named* are the names of `find_names`, merged with the noun phrases whose heads they cover,
    *nominal* the other noun phrases, *pronominal* pronouns and demonstratives that stand alone.
    Spans are nested or apart: of two that cross, the named one stays, then the longer, then the
    earlier.
    """
    if not len(columns):
        return ()
    tree = PhraseTree(columns)
    names = find_names(columns, tree)
    mentions = dict(_phrases(tree))
    for name in names:
        _add_name(tree, mentions, name)
    return _untangle(_clip(tree, m) for m in mentions.values())


def as_mentions(columns: DocColumns, spans: Iterable[tuple[int, int]]) -> list[TokenMention]:
    """The mentions at token spans that another component found, in their order."""
    spans = list(spans)
    if not spans:
        return []
    tree = PhraseTree(columns)
    types = {i: NAME_TYPES[name.label] for i, name in columns.name_at.items()}
    mentions = []
    for start, end in spans:
        root = tree.root(start, end)
        head = tree.name_head(start, end, root)
        if end == start + 1 and _is_pronoun(tree, start):
            m = TokenMention(start, end, root, root, "pronominal")
        elif head in types or (tree.pos[head] == "PROPN" and head not in tree.values):
            m = TokenMention(start, end, root, head, "named", types.get(head, ""))
        else:
            m = TokenMention(start, end, root, root, "nominal")
        if is_coordination(columns, m):
            m = m._replace(head=root, kind="nominal", type="")
        mentions.append(m)
    return mentions


def is_coordination(columns: DocColumns, m: TokenMention) -> bool:
    """Whether a mention coordinates its root: *Ann and Bob*, not the name *Smith & Sons*."""
    for i in range(m.root + 1, m.end):
        if columns.dep[i] == "conj" and columns.heads[i] == m.root:
            name = columns.entity_at.get(m.root)
            return name is None or not name.label or i >= name.end
    return False


def _phrases(tree: PhraseTree) -> Iterator[tuple[int, TokenMention]]:
    """Mentions in tags and tree, each with the last word of the name that it may turn out to be."""
    lower = tree.lower
    marks = {word for word in set(lower) if not _IN_WORDS(word)}
    for i, pos in enumerate(tree.pos):
        if pos in ("PRON", "DET"):
            if _is_pronoun(tree, i):
                yield i, TokenMention(i, i + 1, i, i, "pronominal")
        elif pos in ("NOUN", "PROPN") and tree.part[i] != NAME and not tree.space[i]:
            start, end = tree.left[i], tree.right[i] + 1
            if lower[i] in marks and lower[start] in marks and lower[end - 1] in marks:
                continue  # Taggers read rows of brackets and pictures as nouns.
            yield tree.name_head(start, end, i), TokenMention(start, end, i, i, "nominal")


def _is_pronoun(tree: PhraseTree, i: int) -> bool:
    pronoun = tree.language.agreement.get(tree.lower[i])
    if pronoun is None or pronoun.person:
        return pronoun is not None and tree.dep[i] != "expl"
    return (
        tree.pos[i] == "PRON"
        and tree.tag[i] not in tree.language.relative_tags
        and tree.dep[i] != "det"
    )


def _add_name(tree: PhraseTree, mentions: dict[int, TokenMention], name: NameSpan) -> None:
    """Merge a name with the phrase whose head it covers, else add it; others in it are dropped."""
    start, end = name.start, name.end
    root = tree.root(start, end)
    if tree.heads[root] == tree.heads[end - 1] >= end:  # each word hangs on a noun behind the name
        root = end - 1
    head = tree.name_head(start, end, root)
    phrase = None
    for i in range(start, end):
        inside = mentions.pop(i, None)
        if inside and inside.kind == "pronominal":
            mentions[i] = inside
        elif inside and phrase is None and inside.start <= root < inside.end:
            head, phrase = i, inside
    if tree.pos[head] == "NUM":  # *Falcon 9*
        head = tree.root(name.start, name.end)
    if phrase:
        root = phrase.root
        start = min(start, phrase.start)
        # "Ann Lee in Oslo" is mostly a wrong attachment, "the Bank of England" is not.
        if root >= end or not name.recognised or _goes_on(tree, end):
            end = max(end, phrase.end)
    if tree.pos[head] == "ADJ":  # "the French", which the tree makes no noun phrase
        while start and tree.heads[start - 1] == head and tree.part[start - 1] == BEFORE:
            start -= 1
    title = (
        name.recognised and name.end - name.start > 1 and tree.pos[head] in ("VERB", "AUX", "NUM")
    )
    if title or _may_name(tree, head, name.type):
        mentions[head] = TokenMention(
            start, end, root, head, "named", name.type, (name.start, name.end)
        )
    elif phrase:
        mentions[head] = phrase


def _goes_on(tree: PhraseTree, end: int) -> bool:
    """Whether a suffix follows a name, or *of* or *for*."""
    language = tree.language
    return any(
        word in language.suffixes or word in language.of or word in language.for_
        for word in tree.lower[end : end + 2]
    )


def _may_name(tree: PhraseTree, i: int, type_: str) -> bool:
    """Whether a word can head a recognised name; an adjective only where a noun would stand."""
    pos = tree.pos[i]
    if pos == "ADJ" and type_ == "MISC":
        return tree.language.labels.is_nominal(tree.dep[i])
    return pos in ("NOUN", "PROPN") or (type_ != "MISC" and pos not in ("", "VERB", "AUX", "NUM"))


def _clip(tree: PhraseTree, m: TokenMention) -> TokenMention:
    """Keep what lies between the blank lines around the head, without space and pictures around."""
    start, end = m.start, m.end
    after = bisect_right(tree.gaps, m.head)
    if after < len(tree.gaps):
        end = min(end, tree.gaps[after])
    if after:
        start = max(start, tree.gaps[after - 1] + 1)
    while end > start + 1 and (tree.space[end - 1] or is_picture(tree.lower[end - 1])):
        end -= 1
    while start < end - 1 and (tree.space[start] or is_picture(tree.lower[start])):
        start += 1
    start = _after_marks(tree, start, m) if m.name[0] > start else start
    if (start, end) == (m.start, m.end):
        return m
    head = m.head if start <= m.head < end else end - 1  # some parsers make white space a head
    root = m.root if start <= m.root < end else head
    return m._replace(start=start, end=end, root=root, head=head)


def _after_marks(tree: PhraseTree, start: int, m: TokenMention) -> int:
    """Where a name's phrase begins behind marks of what goes before: *Tarn* of *MP) and Tarn*."""
    before = range(start, m.name[0])
    opened = sum(tree.lower[i] in _OPENING for i in before)
    quotes = sum(tree.lower[i] in QUOTES for i in before)
    for i in before:
        closes = tree.lower[i] in _CLOSING and not opened
        if closes or (tree.lower[i] in QUOTES and quotes % 2):
            start = i + 1
    own = tree.language.determiners
    while start < m.name[0] and (
        tree.pos[start] == "CCONJ"
        or (tree.pos[start] == "PUNCT" and tree.lower[start] not in _OPENING | QUOTES)
        or (m.type == "PER" and tree.pos[start] == "DET" and tree.lower[start] not in own)
    ):
        start += 1
    return start


def _untangle(mentions: Iterable[TokenMention]) -> tuple[TokenMention, ...]:
    """Drop the lesser of two equal or crossing spans, going through them from left to right."""
    kept: dict[TokenMention, None] = {}
    around: list[TokenMention] = []
    for m in sorted(mentions, key=lambda m: (m.start, -m.end, m.kind != "named", m.root)):
        while around and around[-1].end <= m.start:
            around.pop()
        # *the Interior's Bureau* after its ministry
        if around and m.name[0] >= around[-1].end < m.end:
            m = m._replace(start=m.name[0])
            around = [other for other in around if other.end > m.start]
        while around and (m.end > around[-1].end or m[:2] == around[-1][:2]):
            if _precedence(m) >= _precedence(around[-1]):
                break
            del kept[around.pop()]
        else:
            kept[m] = None
            around.append(m)
    return tuple(kept)


def _precedence(m: TokenMention) -> tuple[bool, int, int]:
    return m.kind != "named", m.start - m.end, m.start
