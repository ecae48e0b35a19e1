"""Mentions in a spaCy Doc: names, noun phrases and pronouns, each with its head.

UD and CLEAR trees of a sentence give the same spans and heads: UD hangs a name on its first
word and a preposition on its noun, CLEAR the other way round, and both are read here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace

from spacy.attrs import DEP, HEAD, ORTH, POS, TAG
from spacy.tokens import Doc

from salience.types import Kind


def word_set(text: str) -> frozenset[str]:
    """The words of a text, to write small closed classes down."""
    return frozenset(text.split())


NAME_TYPES = {
    "PER": "PER",
    "PERSON": "PER",
    "ORG": "ORG",
    "LOC": "LOC",
    "GPE": "LOC",
    "FAC": "LOC",
    "MISC": "MISC",
    "NORP": "MISC",
    "PRODUCT": "MISC",
    "EVENT": "MISC",
    "WORK_OF_ART": "MISC",
    "LAW": "MISC",
}
"""The entity labels that stand for names, and the type of each; other labels are no names."""

SUFFIXES = word_set(
    "jr jr. sr sr. ii iii iv esq esq. phd ph.d ph.d. md m.d. mp mba inc inc. ltd ltd. co co. "
    "corp corp. llc plc gmbh ag"
)
"""What may follow a name and is never its head."""

_PERSONAL = word_set(
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers "
    "herself it its itself we us our ours ourselves they them their theirs themselves themself"
)
_DEMONSTRATIVE = word_set("this that these those")

_INITIAL = re.compile(r"\w\.").fullmatch

# What a dependent is to the noun above it.
_NAME, _BEFORE, _AFTER, _CONJ, _APPOS, _SKIP, _CLAUSE, _OTHER = range(8)
_ROLES = {
    "flat": _NAME,
    "compound": _NAME,
    "nn": _NAME,
    "fixed": _NAME,
    "goeswith": _NAME,
    "nmod:desc": _NAME,
    "det": _BEFORE,
    "amod": _BEFORE,
    "nummod": _BEFORE,
    "num": _BEFORE,
    "quantmod": _BEFORE,
    "poss": _BEFORE,
    "predet": _BEFORE,
    "nmod:poss": _BEFORE,
    "nmod": _AFTER,
    "prep": _AFTER,
    "pobj": _AFTER,
    "pcomp": _AFTER,
    "conj": _CONJ,
    "cc": _CONJ,
    "appos": _APPOS,
    "punct": _SKIP,
    "hyph": _SKIP,
    "acl": _CLAUSE,
    "relcl": _CLAUSE,
    "advcl": _CLAUSE,
    "ccomp": _CLAUSE,
    "parataxis": _CLAUSE,
    "list": _CLAUSE,
    "nmod:unmarked": _OTHER,
    "nmod:npmod": _OTHER,
    "nmod:tmod": _OTHER,
    "compound:prt": _OTHER,
    "cc:preconj": _OTHER,
}


@dataclass(frozen=True, slots=True)
class TokenMention:
    """A mention as token offsets into a Doc.

    Attributes:
        start, end: Tokens `start` to `end - 1`.
        root: The syntactic head of the span.
        head: The head that mentions are compared by: of a name the last word of its flat or
            compound run before suffixes, else `root`.
        kind: `named`, `nominal` or `pronominal`.
        type: `PER`, `ORG`, `LOC` or `MISC` of a name, where the recogniser gave one.
    """

    start: int
    end: int
    root: int
    head: int
    kind: Kind
    type: str = ""


class _Tree:
    """The columns of a Doc that are needed, as plain lists, with the extent of every phrase."""

    def __init__(self, doc: Doc) -> None:
        strings = doc.vocab.strings
        columns = doc.to_array([POS, TAG, DEP, ORTH, HEAD])
        names = {key: strings[key] for column in columns.T[:4] for key in set(column.tolist())}
        self.n = len(doc)
        self.pos, self.tag, self.dep, words = (
            [names[key] for key in column.tolist()] for column in columns.T[:4]
        )
        self.lower = [word.lower() for word in words]
        self.space = [word.isspace() for word in words]
        self.gaps = [i for i, word in enumerate(words) if self.space[i] and word.count("\n") > 1]
        self.heads = [i + step for i, step in enumerate(columns[:, 4].astype("int64").tolist())]
        self.role = self._roles()
        self.before: list[list[int]] = [[] for _ in range(self.n)]
        self.after: list[list[int]] = [[] for _ in range(self.n)]
        self.left, self.right, self.wide = self._extents()

    def _roles(self) -> list[int]:
        roles = {
            dep: _ROLES.get(dep.lower(), _ROLES.get(dep.lower().partition(":")[0], _OTHER))
            for dep in set(self.dep)
        }
        role = [roles[dep] for dep in self.dep]
        for i, head in enumerate(self.heads):
            if self.space[i]:
                role[i] = _SKIP
            elif role[i] == _APPOS and self._close(head, i):
                role[i] = _NAME
        return role

    def _close(self, head: int, i: int) -> bool:
        """Whether `i` is a name in close apposition to `head`, as in "my friend Ann Lee"."""
        return (
            head < i
            and self.pos[i] == "PROPN"
            and self.tag[head] in ("NN", "NNP")
            and not any(self.pos[k] in ("PUNCT", "SPACE", "CCONJ") for k in range(head + 1, i))
        )

    def _extents(self) -> tuple[list[int], list[int], list[int]]:
        """First word, last word without and last word with coordination, of every phrase."""
        before, after = self.before, self.after
        waiting = [0] * self.n
        for i, head in enumerate(self.heads):
            if head != i:
                (before if i < head else after)[head].append(i)
                waiting[head] += 1
        left, right, wide = list(range(self.n)), list(range(self.n)), list(range(self.n))
        ready = [i for i in range(self.n) if not waiting[i]]
        for i in ready:
            noun = self.pos[i] in ("NOUN", "PROPN", "PRON", "NUM")
            for child in reversed(before[i]):
                role = self.role[child]
                if role <= _AFTER or (not noun and role != _CLAUSE):
                    left[i] = left[child]
                elif role != _SKIP:
                    break
            right[i], wide[i] = self._rightwards(i, after[i], wide, noun)
            head = self.heads[i]
            if head != i:
                waiting[head] -= 1
                if not waiting[head]:
                    ready.append(head)
        return left, right, wide

    def _rightwards(
        self, i: int, children: list[int], wide: list[int], noun: bool
    ) -> tuple[int, int]:
        right, end, joined = i, i, False
        for child in children:
            role = self.role[child]
            if role == _CONJ:
                joined = True
            elif role == _SKIP or (noun and self.dep[child] == "case"):
                continue
            elif role > _AFTER and (noun or role == _CLAUSE):
                break
            elif not joined:
                right = wide[child]
            if role != _CONJ or self.dep[child] == "conj":
                end = wide[child]
        return right, end

    def name_head(self, start: int, end: int, root: int) -> int:
        """The last word of the run of names around `root` that is no suffix or initial."""
        run = [root]
        for i in run:
            for child in self.before[i] + self.after[i]:
                if self.role[child] == _NAME and (child > root or i == root):
                    run.append(child)
        run = sorted((i for i in run if start <= i < end), reverse=True)
        return next(filter(self._may_head, run), run[0])

    def _may_head(self, i: int) -> bool:
        word = self.lower[i]
        return self.pos[i] != "PUNCT" and word not in SUFFIXES and not _INITIAL(word)

    def root(self, start: int, end: int) -> int:
        """The first word of a span that hangs on a word outside of it."""
        for i in range(start, end):
            if not start <= self.heads[i] < end or self.heads[i] == i:
                return i
        return end - 1


def name_head(doc: Doc, start: int, end: int) -> int:
    """The head token of the name in tokens `start` to `end - 1`.

    It is the last word of the flat or compound run before suffixes (*Jr.*, *II*, *Ph.D.*,
    *Inc.*), the same for UD and CLEAR trees; of *University of Paris* it is *University*.

    Example:
        >>> from spacy.tokens import Doc
        >>> from spacy.vocab import Vocab
        >>> words = ["John", "Boehner", "Jr.", "spoke"]
        >>> doc = Doc(Vocab(), words=words, heads=[3, 0, 0, 3], pos=["PROPN"] * 3 + ["VERB"],
        ...           deps=["nsubj", "flat", "flat", "ROOT"])
        >>> name_head(doc, 0, 3)
        1
    """
    tree = _Tree(doc)
    return tree.name_head(start, end, tree.root(start, end))


def find_mentions(doc: Doc) -> tuple[TokenMention, ...]:
    """Find all mentions, sorted by (start, -end), no span twice.

    *Named*: noun phrases headed by a proper noun, joined with the names of `doc.ents` that
    cover their head; any other name of `doc.ents` unless its head is an adjective.
    *Nominal*: the other noun phrases. *Pronominal*: personal, possessive, reflexive pronouns,
    and demonstratives that stand alone; expletives are none.

    A span is the noun phrase with its determiners, modifiers and prepositional phrases, cut
    before relative clauses, appositions with a comma, coordination and blank lines. Spans are
    nested or apart: of two that cross, the named one stays, then the longer, then the earlier.
    A Doc without tags and tree has no mentions but those of `doc.ents`.

    Example:
        >>> from spacy.tokens import Doc
        >>> from spacy.vocab import Vocab
        >>> doc = Doc(Vocab(), words=["The", "mayor", "met", "Ann", "Lee"], heads=[1, 2, 2, 2, 3],
        ...           pos=["DET", "NOUN", "VERB", "PROPN", "PROPN"],
        ...           deps=["det", "nsubj", "ROOT", "obj", "flat"])
        >>> [(doc[m.start:m.end].text, m.kind, doc[m.head].text) for m in find_mentions(doc)]
        [('The mayor', 'nominal', 'mayor'), ('Ann Lee', 'named', 'Lee')]
    """
    if not len(doc):
        return ()
    tree = _Tree(doc)
    found = {m.root: m for m in _phrases(tree)}
    owner = {m.head: m.root for m in found.values() if m.kind != "pronominal"}
    for ent in doc.ents:
        kind = NAME_TYPES.get(ent.label_)
        if kind is not None:
            _join(tree, found, owner, ent.start, ent.end, kind)
    return _untangle(_clip(tree, m) for m in found.values())


def as_mentions(doc: Doc, spans: Iterable[tuple[int, int]]) -> list[TokenMention]:
    """The mentions that stand at given spans of tokens, in their order: found by others."""
    spans = list(spans)
    if not spans:
        return []
    tree = _Tree(doc)
    names = {
        i: NAME_TYPES[ent.label_]
        for ent in doc.ents
        if ent.label_ in NAME_TYPES
        for i in range(ent.start, ent.end)
    }
    found = []
    for start, end in spans:
        root = tree.root(start, end)
        head = tree.name_head(start, end, root)
        if end == start + 1 and _is_pronoun(tree, start):
            found.append(TokenMention(start, end, root, root, "pronominal"))
        elif tree.pos[head] == "PROPN" or head in names:
            found.append(TokenMention(start, end, root, head, "named", names.get(head, "")))
        else:
            found.append(TokenMention(start, end, root, root, "nominal"))
    return found


def _phrases(tree: _Tree) -> list[TokenMention]:
    found = []
    for i, pos in enumerate(tree.pos):
        if pos in ("PRON", "DET"):
            if _is_pronoun(tree, i):
                found.append(TokenMention(i, i + 1, i, i, "pronominal"))
        elif pos in ("NOUN", "PROPN") and tree.role[i] != _NAME:
            start, end = tree.left[i], tree.right[i] + 1
            head = tree.name_head(start, end, i)
            if pos == "PROPN" or tree.pos[head] == "PROPN":
                found.append(TokenMention(start, end, i, head, "named"))
            else:
                found.append(TokenMention(start, end, i, i, "nominal"))
    return found


def _is_pronoun(tree: _Tree, i: int) -> bool:
    if tree.lower[i] in _PERSONAL:
        return tree.dep[i] != "expl"
    return (
        tree.lower[i] in _DEMONSTRATIVE
        and tree.pos[i] == "PRON"
        and tree.tag[i] not in ("WDT", "WP", "IN")
        and tree.dep[i] != "det"
    )


def _join(
    tree: _Tree,
    found: dict[int, TokenMention],
    owner: dict[int, int],
    start: int,
    end: int,
    kind: str,
) -> None:
    """Join a recognised name with the phrase whose head it covers, else add it."""
    root = tree.root(start, end)
    head = tree.name_head(start, end, root)
    phrase = found.get(owner.get(head, root))
    if phrase is not None and start <= phrase.head < end:
        if phrase.kind == "pronominal":
            return
        found[phrase.root] = TokenMention(
            min(phrase.start, start), max(phrase.end, end), phrase.root, head, "named", kind
        )
    elif tree.pos[head] != "ADJ":
        found[root] = TokenMention(start, end, root, head, "named", kind)


def _clip(tree: _Tree, m: TokenMention) -> TokenMention:
    """Keep what lies between the blank lines around the head, without whitespace at the edges."""
    start, end = m.start, m.end
    after = bisect_right(tree.gaps, m.head)
    if after < len(tree.gaps):
        end = min(end, tree.gaps[after])
    if after:
        start = max(start, tree.gaps[after - 1] + 1)
    while end > start + 1 and tree.space[end - 1]:
        end -= 1
    while start < end - 1 and tree.space[start]:
        start += 1
    if (start, end) == (m.start, m.end):
        return m
    return replace(m, start=start, end=end, root=m.root if start <= m.root < end else m.head)


def _untangle(mentions: Iterable[TokenMention]) -> tuple[TokenMention, ...]:
    """Drop the lesser of two equal or crossing spans, going through them from left to right."""
    kept: list[TokenMention] = []
    around: list[TokenMention] = []
    for m in sorted(mentions, key=lambda m: (m.start, -m.end, m.kind != "named", m.root)):
        while around and around[-1].end <= m.start:
            around.pop()
        while around and (m.end > around[-1].end or (m.start, m.end) == _span(around[-1])):
            if _rank(m) >= _rank(around[-1]):
                break
            kept.remove(around.pop())
        else:
            kept.append(m)
            around.append(m)
    return tuple(kept)


def _span(m: TokenMention) -> tuple[int, int]:
    return m.start, m.end


def _rank(m: TokenMention) -> tuple[bool, int, int]:
    return m.kind != "named", m.start - m.end, m.start
