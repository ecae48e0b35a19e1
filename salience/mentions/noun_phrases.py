"""Noun phrases and names in a dependency tree, the same for UD and CLEAR labels."""

import re
from collections import Counter

from salience.language import Language
from salience.language.labels import AFTER, APPOSITIVE, CLAUSE, CONJUNCT, NAME, OTHER, SKIPPED
from salience.mentions.doc_columns import NAME_TYPES, DocColumns

# A line is a headline if it has this many long words, and this share of them with capitals.
_MIN_HEADLINE, _HEADLINE = 2, 0.8

CAPITAL_TAGS = frozenset(("ADJ", "NOUN", "NUM", "VERB"))
"""What else than proper nouns may be a part of a name by its capital: *Guided Missile Base*."""

_FINAL = frozenset(".!?")
_INITIAL = re.compile(r"\w\.").fullmatch
_HYPHENS = frozenset("-\u2010\u2011")
_HASHES = ("#", "@")
_HASHTAG = re.compile(r"[#@][^\W\d_][\w-]*\w").fullmatch  # a hashtag or a handle

_UNREADABLE = frozenset(("X", "SYM", "INTJ"))  # what taggers say of hashtags that they can't read

_IN_A_ROW = (NAME, APPOSITIVE, OTHER)


class PhraseTree:
    """The tree of a Doc with the extent of every phrase; titles hang on their names."""

    def __init__(self, columns: DocColumns) -> None:
        words = columns.text
        self.tag, self.lower, self.language = columns.tag, columns.lower, columns.language
        forms = set(words)
        spaces = {word for word in forms if word.isspace()}
        hashtags = {word for word in forms if word[:1] in _HASHES and _HASHTAG(word)}
        gaps = {word for word in spaces if word.count("\n") > 1}
        self.space = [word in spaces for word in words]
        self.hashtag = [word in hashtags for word in words]
        self.pos = [
            "PROPN" if hashtag and pos in _UNREADABLE else pos
            for pos, hashtag in zip(columns.pos, self.hashtag, strict=True)
        ]
        self.gaps = [i for i, word in enumerate(words) if word in gaps]
        self.heads, self.dep = list(columns.heads), list(columns.dep)
        self.capital = _capitals(words, self.lower, columns.starts, self.language)
        self.values = columns.in_value
        for i in self.values:  # *Tuesday* is no name.
            self.capital[i] = 0
        self._attach_titles(columns)
        self._read_ages()
        self.part = self._parts()
        names = (i for i, part in enumerate(self.part) if part == NAME)
        self.run_on = {self.heads[i] for i in names if self.heads[i] != i}
        self.before: dict[int, list[int]] = {}
        self.after: dict[int, list[int]] = {}
        self.left, self.right, self.wide = self._extents()

    def _read_ages(self) -> None:
        """Make *31-year* a part of *old*, which is a noun if no noun follows that it is of."""
        aged, lower = self.language.aged, self.lower
        for year, word in enumerate(lower[2:]):
            if word in aged and lower[year + 1] in _HYPHENS:
                old = year + 2
                if self.heads[year] == old:
                    self.dep[year] = "compound"
                if any(self.heads[k] == old and self.dep[k] == "det" for k in range(old)[-8:]):
                    self.pos[old] = "NOUN"

    def _parts(self) -> list[int]:
        parts = {label: self.language.labels.phrase_part(label) for label in set(self.dep)}
        part = [parts[label] for label in self.dep]
        for i, head in enumerate(self.heads):
            if self.space[i]:
                part[i] = SKIPPED
            elif head < i and self.hashtag[i] and self.hashtag[head] and part[i] in _IN_A_ROW:
                part[i] = CLAUSE  # Each is a name of its own.
            elif part[i] == APPOSITIVE and self._close(head, i):
                part[i] = NAME
        return part

    def _attach_titles(self, columns: DocColumns) -> None:
        """Hang a title on the person's name that follows it, which parsers may leave apart."""
        for ent in columns.entities:
            title = ent.start - 1
            if NAME_TYPES.get(ent.label) != "PER" or title < 0:
                continue
            around = columns.entity_at.get(title)
            if (around is not None and around.label) or not self._may_be_title(title):
                continue
            name = self.root(ent.start, ent.end)
            alike = self.dep[title] == self.dep[name] and self.heads[title] == self.heads[name]
            if (alike or self.heads[title] == title) and not self._hangs_below(title, name):
                self.heads[title], self.dep[title] = name, "nmod:desc"

    def _may_be_title(self, i: int) -> bool:
        return (
            self.pos[i] in ("NOUN", "PROPN")
            and self.tag[i] not in self.language.plural_tags
            and self.capital[i] > 0
            and self.language.is_office(self.lower[i].rstrip("."))
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
            and self.tag[head] in self.language.singular_tags
            and not any(self.pos[k] in ("PUNCT", "SPACE", "CCONJ") for k in range(head + 1, i))
        )

    def _extents(self) -> tuple[list[int], list[int], list[int]]:
        """First word, last word without and last word with coordination, of every phrase."""
        before, after = self.before, self.after
        n = len(self.heads)
        waiting = [0] * n
        for i, head in enumerate(self.heads):
            if head != i:
                (before if i < head else after).setdefault(head, []).append(i)
                waiting[head] += 1
        left, right, wide = list(range(n)), list(range(n)), list(range(n))
        ready = [i for i in range(n) if not waiting[i]]
        for i in ready:
            if i in before or i in after:
                noun = self.pos[i] in ("NOUN", "PROPN", "PRON", "NUM")
                for child in reversed(before.get(i, ())):
                    part = self.part[child]
                    if part <= AFTER or (not noun and part != CLAUSE):
                        left[i] = left[child]
                    elif part != SKIPPED:
                        break
                if i in after:
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
        right, end, coordinated = i, i, False
        for child in children:
            part = self.part[child]
            if part == CONJUNCT:
                coordinated = True
            elif part == SKIPPED or (noun and self.dep[child] == "case"):
                continue
            elif part > AFTER and (noun or part == CLAUSE):
                break
            elif not coordinated:
                right = wide[child]
            if part != CONJUNCT or self.dep[child] == "conj":
                end = wide[child]
        return right, end

    def name_head(self, start: int, end: int, root: int) -> int:
        """The head of a name: the last word of its flat or compound run before suffixes."""
        if root not in self.run_on:
            return root
        run = [root]
        for i in run:
            for child in (*self.before.get(i, ()), *self.after.get(i, ())):
                if self.part[child] == NAME and (child > root or i == root):
                    run.append(child)
        run = sorted((i for i in run if start <= i < end), reverse=True)
        return next(filter(self._may_head, run), run[0])

    def _may_head(self, i: int) -> bool:
        word = self.lower[i]
        return (
            self.pos[i] != "PUNCT"
            and word not in self.language.suffixes
            and not _INITIAL(word)
            and i not in self.values
        )

    def root(self, start: int, end: int) -> int:
        """The first word of a span that hangs on a word outside of it."""
        for i in range(start, end):
            if not start <= self.heads[i] < end or self.heads[i] == i:
                return i
        return end - 1


def _capitals(
    words: list[str], lower: list[str], starts: list[int], language: Language
) -> list[int]:
    """How surely a capital makes a word a name: 0 not, 1 perhaps, 2 surely."""
    in_capitals: list[str] = []
    in_small: list[str] = []
    forms = dict(zip(words, lower, strict=True))
    no_letters = {w for w in forms if not (w.isalpha() or any(map(str.isalpha, w)))}

    def count() -> None:
        line = [word for word in words[begin:end] if word not in no_letters]
        long = [word for word in line if len(word) > 3]
        shouted = sum(map(str.isupper, long)) > _HEADLINE * len(long)
        capitals = sum(map(str.islower, long)) < (1 - _HEADLINE) * len(long)
        last = words[end - 1 : end + 1]
        headline = capitals and last[0] not in _FINAL and "\n" in last[-1]
        if len(long) < _MIN_HEADLINE or not (shouted or headline):
            in_small.extend([word for word in line if forms[word] == word])
            in_capitals.extend([forms[word] for word in line[1:] if forms[word] != word])

    begin = end = 0
    for end, (word, start) in enumerate(zip(words, starts, strict=True)):
        if start == 1 or "\n" in word:
            count()
            begin = end
    end = len(words)
    count()
    small, inside = Counter(in_small), Counter(in_capitals)
    no_name = language.no_name.fullmatch

    def capital(word: str, low: str) -> int:
        if _HASHTAG(word):
            return 2
        if word == low or len(word.strip(".-")) < 2 or no_name(word):
            return 0
        if small[low] and not inside[low]:
            return 0
        return 1 + (inside[low] > small[low])

    # Most words are in small letters, and no hashtags.
    capitals = {w: capital(w, low) for w, low in forms.items() if w != low or w[:1] in _HASHES}
    return [capitals.get(word, 0) for word in words]
