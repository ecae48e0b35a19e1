"""Noun phrases and names in a dependency tree, the same for UD and CLEAR labels.

UD hangs a name on its first word and a preposition on its noun, CLEAR the other way round.
"""

from __future__ import annotations

import re
from collections import Counter

from spacy.attrs import DEP, HEAD, ORTH, POS, SENT_START, TAG
from spacy.tokens import Doc, Token

from salience.names.proper_names import word_table
from salience.resources import word_set

SUFFIXES = word_set(
    "jr jr. sr sr. ii iii iv esq esq. phd ph.d ph.d. md m.d. mp mba inc inc. ltd ltd. co co. "
    "corp corp. llc plc gmbh ag"
)
"""What may follow a name and is never its head."""

# A line is a headline if it has this many long words, and this share of them with capitals.
_MIN_HEADLINE, _HEADLINE = 2, 0.8

CAPITAL_TAGS = frozenset(("ADJ", "NOUN", "NUM", "VERB"))
"""What else than proper nouns may be a part of a name by its capital: *Guided Missile Base*."""

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

_FINAL = frozenset(".!?")
_INITIAL = re.compile(r"\w\.").fullmatch
_NO_NAME = re.compile(r"[HM][hm]+|\w+-").fullmatch  # *Mhm*, *Wha-*
# Letters of the clock and of eras, with the number before them: *3 p.m. EDT*, *400 BCE*.
_CLOCK = re.compile(
    r"\d{1,2}([:.]\d\d)? [ap]\.?m\.?"
    r"|(\d{1,2}([:.]\d\d)?|[ap]\.?m\.?) ([ecmp][sd]t|gmt|utc|cet)"
    r"|\d\S* (a\.?d|b\.?c|(b\.?)?c\.?e)\.?"
).fullmatch
_TAG = re.compile(r"[#@][^\W\d_][\w-]*\w").fullmatch  # a hashtag or a handle

_NO_WORDS = frozenset(("X", "SYM", "INTJ"))  # what taggers say of hashtags that they can't read

# What a dependent is to the noun above it.
NAME, BEFORE, AFTER, CONJ, APPOS, SKIP, CLAUSE, OTHER = range(8)
_IN_A_ROW = (NAME, APPOS, OTHER)
_ROLES = {
    "flat": NAME,
    "compound": NAME,
    "nn": NAME,
    "fixed": NAME,
    "goeswith": NAME,
    "nmod:desc": NAME,
    "det": BEFORE,
    "amod": BEFORE,
    "nummod": BEFORE,
    "num": BEFORE,
    "quantmod": BEFORE,
    "poss": BEFORE,
    "predet": BEFORE,
    "nmod:poss": BEFORE,
    "nmod": AFTER,
    "prep": AFTER,
    "pobj": AFTER,
    "pcomp": AFTER,
    "conj": CONJ,
    "cc": CONJ,
    "appos": APPOS,
    "punct": SKIP,
    "hyph": SKIP,
    "acl": CLAUSE,
    "relcl": CLAUSE,
    "advcl": CLAUSE,
    "ccomp": CLAUSE,
    "parataxis": CLAUSE,
    "list": CLAUSE,
    "nmod:unmarked": OTHER,
    "nmod:npmod": OTHER,
    "nmod:tmod": OTHER,
    "compound:prt": OTHER,
    "cc:preconj": OTHER,
}


class PhraseTree:
    """The columns of a Doc that are needed, as plain lists, with the extent of every phrase."""

    def __init__(self, doc: Doc) -> None:
        strings = doc.vocab.strings
        array = doc.to_array([POS, TAG, DEP, ORTH, HEAD, SENT_START])
        names = {key: strings[key] for column in array.T[:4] for key in set(column.tolist())}
        self.n = len(doc)
        self.pos, self.tag, self.dep, words = (
            [names[key] for key in column.tolist()] for column in array.T[:4]
        )
        self.lower = [word.lower() for word in words]
        self.space = [word.isspace() for word in words]
        self.hashtag = [bool(_TAG(word)) for word in words]
        self.pos = [
            "PROPN" if tag and pos in _NO_WORDS else pos
            for pos, tag in zip(self.pos, self.hashtag, strict=True)
        ]
        self.gaps = [i for i, word in enumerate(words) if self.space[i] and word.count("\n") > 1]
        self.heads = [i + step for i, step in enumerate(array[:, 4].astype("int64").tolist())]
        self.capital = _capitals(words, self.lower, (array[:, 5] == 1).tolist())
        self._attach_titles(doc)
        self.role = self._roles()
        self.before: list[list[int]] = [[] for _ in range(self.n)]
        self.after: list[list[int]] = [[] for _ in range(self.n)]
        self.left, self.right, self.wide = self._extents()

    def _roles(self) -> list[int]:
        roles = {
            dep: _ROLES.get(dep.lower(), _ROLES.get(dep.lower().partition(":")[0], OTHER))
            for dep in set(self.dep)
        }
        role = [roles[dep] for dep in self.dep]
        for i, head in enumerate(self.heads):
            if self.space[i]:
                role[i] = SKIP
            elif head < i and self.hashtag[i] and self.hashtag[head] and role[i] in _IN_A_ROW:
                role[i] = CLAUSE  # Each is a name of its own.
            elif role[i] == APPOS and self._close(head, i):
                role[i] = NAME
        return role

    def _attach_titles(self, doc: Doc) -> None:
        """Hang a title on the person's name that follows it: *Mayor Tom Reed*.

        Parsers give a rare one the relation of the name to the same word above, or make it a
        sentence of its own.
        """
        for ent in doc.ents:
            title = ent.start - 1
            if (
                NAME_TYPES.get(ent.label_) != "PER"
                or title < 0
                or not self._may_be_title(doc[title])
            ):
                continue
            name = self.root(ent.start, ent.end)
            alike = self.dep[title] == self.dep[name] and self.heads[title] == self.heads[name]
            if (alike or self.heads[title] == title) and not self._hangs_below(title, name):
                self.heads[title], self.dep[title] = name, "nmod:desc"

    def _may_be_title(self, token: Token) -> bool:
        i = token.i
        word = self.lower[i].rstrip(".")
        return (
            self.pos[i] in ("NOUN", "PROPN")
            and self.tag[i] not in ("NNS", "NNPS")
            and self.capital[i] > 0
            and not token.ent_type_
            and (word in word_table("titles") or word in word_table("person_nouns"))
        )

    def _hangs_below(self, above: int, i: int) -> bool:
        while i != above and self.heads[i] != i:
            i = self.heads[i]
        return i == above

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
                if role <= AFTER or (not noun and role != CLAUSE):
                    left[i] = left[child]
                elif role != SKIP:
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
            if role == CONJ:
                joined = True
            elif role == SKIP or (noun and self.dep[child] == "case"):
                continue
            elif role > AFTER and (noun or role == CLAUSE):
                break
            elif not joined:
                right = wide[child]
            if role != CONJ or self.dep[child] == "conj":
                end = wide[child]
        return right, end

    def name_head(self, start: int, end: int, root: int) -> int:
        """The head token of the name in tokens `start` to `end - 1` whose tree has this root.

        It is the last word of the flat or compound run before suffixes (*Jr.*, *II*, *Ph.D.*,
        *Inc.*) and initials, the same for UD and CLEAR trees; of *University of Paris* it is
        *University*.

        Example:
            >>> from spacy.vocab import Vocab
            >>> words = ["John", "Boehner", "Jr.", "spoke"]
            >>> doc = Doc(Vocab(), words=words, heads=[3, 0, 0, 3], pos=["PROPN"] * 3 + ["VERB"],
            ...           deps=["nsubj", "flat", "flat", "ROOT"])
            >>> PhraseTree(doc).name_head(0, 3, 0)
            1
        """
        run = [root]
        for i in run:
            for child in self.before[i] + self.after[i]:
                if self.role[child] == NAME and (child > root or i == root):
                    run.append(child)
        if len(run) == 1:
            return root
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


def _capitals(words: list[str], lower: list[str], starts: list[bool]) -> list[int]:
    """How surely a capital makes a word a name: 0 not, 1 perhaps, 2 surely.

    A capital says little at the start of a sentence or line, where all letters are capitals, and
    in a headline (a line without a full stop where most words have one); it says nothing there
    if the word stands without it elsewhere in the text and never with one inside a sentence. *Mhm*,
    words broken off, and *BCE* or *p.m.* after a number are no names; a hashtag and a handle need
    no capital, where they are one word.
    """
    inside: Counter[str] = Counter()
    small: Counter[str] = Counter()
    lettered = [word.isalpha() or any(map(str.isalpha, word)) for word in words]

    def count() -> None:
        line = [i for i in range(begin, end) if lettered[i]]
        long = [words[i] for i in line if len(words[i]) > 3]
        shouted = sum(map(str.isupper, long)) > _HEADLINE * len(long)
        capitals = sum(map(str.islower, long)) < (1 - _HEADLINE) * len(long)
        last = words[end - 1 : end + 1]
        headline = capitals and last[0] not in _FINAL and "\n" in last[-1]
        if len(long) < _MIN_HEADLINE or not (shouted or headline):
            small.update(lower[i] for i in line if words[i] == lower[i])
            inside.update(lower[i] for i in line[1:] if words[i] != lower[i])

    begin = end = 0
    for end, (word, start) in enumerate(zip(words, starts, strict=True)):
        if start or "\n" in word:
            count()
            begin = end
    end = len(words)
    count()
    return [
        2
        if _TAG(word)
        else 0
        if word == low
        or len(word.strip(".-")) < 2
        or _NO_NAME(word)
        or _CLOCK(f"{before} {low}")
        or (small[low] and not inside[low])
        else 1 + (inside[low] > small[low])
        for word, low, before in zip(words, lower, ["", *lower], strict=False)
    ]
