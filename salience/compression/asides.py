"""What the marks of a sentence set off, and which words cannot go without tearing what stays.

Commas, dashes and brackets set a part off where they stand at both its ends, or at one of them and
at an end of the sentence or of a part around it. A comma that could be that of a list sets nothing
off. What goes leaves no quotation in part, no open phrase, and no pronoun without its noun.
"""

from collections.abc import Collection, Sequence

from salience.compression.clauses import FINITE, SUBJECTS, Clauses
from salience.language import Language
from salience.text.words import Words
from salience.trees.functions import is_time
from salience.trees.sentence import WH_TAGS as WH

BRACKETS = {"(": ")", "-lrb-": "-rrb-"}
QUOTES = {'"': '"', "“": "”", "``": "''", "‘": "’", "«": "»"}
NAMING = frozenset(("NOUN", "PROPN"))
ENDS = frozenset((".", "!", "?", "…", ";", ":"))
_SETS_OFF = {",": ",", "–": "–", "—": "—", "--": "--"}
VERBS = tuple((tag,) for tag in sorted(FINITE))
_APART = ("appos", "acl", "advcl", "parataxis", "nmod")
_FRONTED = ("advmod", "obl", "advcl")
_OBJECTS = frozenset(("obj", "iobj", "obl", "nmod"))
_GOES_ON = frozenset(("IN", "TO", "VBG", "VBN"))
"""Tags of words behind a comma that may go on with what is told around a part."""
_ASKING = frozenset(("case", "cc", "det", "mark"))
_NEAR = 8
"""Words before examples of which one may say that they are needed."""
_FINAL = frozenset((".", "!", "?", "…", ":"))
_CLOSING = frozenset((*BRACKETS.values(), *QUOTES.values()))
_JOINERS = frozenset("\u200d\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""What joins or colours signs of an emoji."""


def is_inch_mark(words: Words, i: int) -> bool:
    """Whether a straight mark stands right behind a number, as in *a 6" pipe*; it may close too."""
    before = i > 0 and words.spans[i - 1][1] == words.spans[i][0]
    return words.texts[i] == '"' and before and words.texts[i - 1][-1].isdigit()


class Asides(Clauses):
    """A sentence with the places of its parts, and the marks that set them off."""

    def __init__(self, words: Words, language: Language) -> None:
        super().__init__(words, language)
        self.quotations = _quotations(words)

    def _is_sentence(self) -> bool:
        """Whether it has a main clause, and a mark at its end."""
        last = next((t for t in reversed(self.texts) if t not in _CLOSING), "")
        helps = [k for k in self.below[self.root] if self.rels[k] in ("aux", "cop")]
        finite = any(self.tags[k] in FINITE for k in (self.root, *helps))
        subject = any(self.rels[k] in SUBJECTS for k in self.below[self.root])
        asks = self.tags[self.root] == "VB" and not any(
            self.rels[k] == "mark" for k in self.below[self.root]
        )
        return last in _FINAL and (asks or (finite and subject))

    def _place(self, i: int) -> tuple[int, int]:
        """The first and last word of a phrase, without marks at its ends that are no brackets."""
        first, last = self.first[i], self.last[i]
        while first < i and self.words.tags[first] == "PUNCT" and self.texts[first] not in BRACKETS:
            first += 1
        closing = BRACKETS.get(self.texts[first])
        while last > i and self.words.tags[last] == "PUNCT" and self.texts[last] != closing:
            last -= 1
        return first, last

    def _set_off(self, first: int, last: int) -> Sequence[int] | None:
        """The words of a phrase with the marks that set it off; None if none do."""
        before = self.texts[first - 1] if first else ""
        behind = self.texts[last + 1] if last + 1 < self.n else "."
        opening, inside = self.texts[first], self.texts[first + 1 : last]
        if opening in BRACKETS:
            closing = BRACKETS[opening]
            whole = self.texts[last] == closing and opening not in inside and closing not in inside
            led = first and self.texts[first - 1] != ":"  # Ann: (laughs)
            return range(first, last + 1) if led and whole else None
        examples = behind in ENDS and self._is_example(first, last)
        listed = not examples and self._may_hold_more(first, last, behind)
        if "," in (before, behind) and listed:
            return None
        subjects = [self.first[k] for k in range(self.n) if self.rels[k] in SUBJECTS]
        starts = behind == "," and last + 2 in subjects
        if not first:
            return range(last + 2) if starts else None
        stated = all(k < first for k in (*self._above(first - 2), self.root))
        opened = self.rels[first - 2] == "mark" or self.tags[first - 2] in WH
        if starts and stated and before == "," and not opened:
            return None  # it rained, however, Ann left; but said that, however, it rained
        if (before != "," and before in inside) or self._leads_to_another(last):
            return None
        if before in _SETS_OFF and behind == _SETS_OFF[before]:
            front = self._ends_front(first, last)
            ties = first == 2 and self.tags[0] == "IN"  # since, however, it rained
            shared = not ties and (front or self._shares_mark(first, last))
            ends = front or behind != "," or self.texts[first : last + 1] in self.omit.asides
            if ends or first == last or self._goes_to_predicate(first, last + 2):
                return range(first - 1, last + (1 if shared else 2))
            return None  # perhaps what follows is of the part: , followed by Ann, with two
        return range(first - 1, last + 1) if before in _SETS_OFF and behind in ENDS else None

    def _begins(self, first: int, phrases: Collection[tuple[str, ...]]) -> bool:
        return any(self.texts[first : first + len(words)] == words for words in phrases)

    def _is_example(self, first: int, last: int) -> bool:
        """Whether a phrase names a part of what is told: nouns, and nothing said of the whole."""
        commas = [k for k in range(first, last) if self.texts[k] == ","]
        relative = any(self.tags[k + 1] in WH for k in commas)
        after = [next((t for t in self.tags[k + 1 : k + 3] if t != "CC"), "") for k in commas]
        if "IN" in after:  # such as the way we vote, and on art
            return False
        told = self.texts[max(first - _NEAR, 0) : first]
        if ":" in self.texts[first:last] or not self.omit.varied.isdisjoint(told):
            return False  # in various forms, including cash
        ends = not commas or self.words.tags[last] in NAMING
        return self._begins(first, self.omit.examples) and ends and not relative

    def _may_hold_more(self, first: int, last: int, behind: str) -> bool:
        """Whether commas in a part could be those of a list that it is taken from."""
        commas = [k for k in range(first, last) if self.texts[k] == ","]
        if any(behind not in ENDS or self.rels[k + 1] == "cc" for k in commas):
            return True
        return any(self.tags[k + 1] in _GOES_ON for k in commas[-1:])  # , who sang, in two films

    def _goes_to_predicate(self, first: int, k: int) -> bool:
        """Whether a word is the finite verb of the clause that a part stands in."""
        above = {*self._above(first), self.root}
        return self.tags[k : k + 1] in VERBS and (k in above or self.heads[k] in above)

    def _leads_to_another(self, last: int) -> bool:
        """Whether the mark behind a part opens the next, with the predicate behind that.

        As in *Rome, however, in the end, won*.
        """
        ends = {self._place(k)[1] + 1 for k in range(self.n) if self.first[k] == last + 2}
        return any(
            self.texts[end : end + 1] == (",",) and self.tags[end + 1 : end + 2] in VERBS
            for end in ends
        )

    def _ends_front(self, first: int, last: int) -> bool:
        """Whether a phrase ends one before the subject, so that the mark behind it is of both."""
        return self.tags[last + 2 : last + 3] not in VERBS and any(
            self._place(k)[0] < first and self.last[k] <= last + 1 and last < self.heads[k]
            for k in self._above(first)
            if self.rels[k] in ("obl", "advcl")
        )

    def _shares_mark(self, first: int, last: int) -> bool:
        """Whether the mark behind a part is also of what it ends, or of what it stands behind."""
        above = self._above(first)
        beside = self.below[self.heads[self._top(first, last)]]
        subjects = [self.first[k] for k in beside if self.rels[k] in SUBJECTS]
        opened = any(last < subject for subject in subjects)
        ended = [k for k in above if self._place(k)[0] < first and self.last[k] <= last + 1]
        behind = [k for k in beside if self.last[k] in (first - 2, first - 1)]
        day, comma, year = self.texts[first - 4 : first - 1] if first > 3 else ("", "", "")
        if comma == "," and (year in self.omit.connectives or (day.isdigit() and year.isdigit())):
            return True  # May 21, 1953, which; the boat, however, which
        more = [k for k in (*ended, *behind) if self.rels[k] in _APART]
        return any(self.texts[self._place(k)[0] - 1] == "," for k in more) or any(
            opened and self.rels[k] in _FRONTED and self.tags[k] not in WH for k in behind
        )

    def _leaves_open(self, region: Sequence[int]) -> bool:
        """Whether a part takes what the word before it asks for, or what introduces the next."""
        first, behind = region[0], region[-1] + 1
        quoted = any(behind <= left <= behind + 1 for left, _ in self.quotations)
        if not first:
            return False
        ends = behind >= self.n or self.words.tags[behind] == "PUNCT"
        asks = ends and self.rels[first - 1] in _ASKING
        phrase = self.rels[first] in ("mark", "case")
        degree = self.rels[first - 1] == "advmod" and phrase  # just before, late on Monday
        twice = self.texts[first - 1 : first] == self.texts[behind : behind + 1]  # the – er – the
        states = any(self.tags[k] in FINITE for k in region)
        leads = states and self.texts[behind : behind + 1] == (":",)
        return asks or degree or quoted or twice or leads

    def _is_referred_to(self, first: int, last: int) -> bool:
        """Whether what stays needs a part before the verb to say what it is of.

        Its first noun is a pronoun, its verb has a pronoun as an object, or it points to a noun of
        the part: *the firm, which built a ship, lost that ship*.
        """
        said = [k for k in range(first, last + 1) if self.words.tags[k] in NAMING]
        if said and any(self._points_into(k, first, last) for k in range(last + 1, self.n)):
            return True
        if last > self.root:
            return False
        if any(self.lemmas[k : k + 2] in self.omit.echoes for k in range(last + 1, self.n)):
            return True
        if all(is_time(self.lemmas[k], self.language.clauses) for k in said):
            return False
        if any(self._is_its_object(k) for k in range(last + 1, self.n)):
            return True
        for k in range(last + 1, self.n):
            if self.words.tags[k] in NAMING:
                return False
            agreement = self.language.agreement.get(self.texts[k])
            pronoun = self.words.tags[k] == "PRON" and self.rels[k] != "expl"
            if agreement and pronoun and agreement.person in (0, 3):
                return True
        return False

    def _points_into(self, k: int, first: int, last: int) -> bool:
        """Whether *that ship* stands behind a part, and no ship before it but in the part."""
        noun = self.heads[k]
        if self.rels[k] != "det" or self.texts[k] not in self.language.demonstrative_determiners:
            return False
        if is_time(self.lemmas[noun], self.language.clauses):
            return False
        named = self.lemmas[noun] in self.lemmas[first : last + 1]
        return named and self.lemmas[noun] not in (*self.lemmas[:first], *self.lemmas[last + 1 : k])

    def _is_its_object(self, k: int) -> bool:
        """Whether a word is the object of the main verb by a pronoun."""
        text, head = self.texts[k], self.heads[k]
        pronoun = self.language.agreement.get(text)
        third = pronoun is not None and pronoun.person == 3
        itself = text.endswith(self.language.reflexive_endings)
        return third and not itself and self.rels[k] in _OBJECTS and self._main(head) == self.root

    def _tears(self, region: Sequence[int]) -> bool:
        """Whether a part ends within a character of several signs, such as an emoji."""
        spans, texts = self.words.spans, self.words.texts
        return any(
            0 < k < self.n
            and spans[k - 1][1] == spans[k][0]
            and (texts[k][0] in _JOINERS or texts[k - 1][-1] in _JOINERS)
            for k in (region[0], region[-1] + 1)
        )

    def _keeps_quotations(self, first: int, last: int) -> bool:
        """Whether no quotation loses a part."""
        return all(
            (first <= left and right <= last) or last < left or right < first
            for left, right in self.quotations
        )


def _quotations(words: Words) -> list[tuple[int, int]]:
    """The first and last word of each quotation; one that is open at an end goes on to there."""
    found, start, close = [], -1, ""
    for i, text in enumerate(words.texts):
        if start >= 0 and text == close:
            found.append((start, i))
            start = -1
        elif start < 0 and is_inch_mark(words, i):
            continue
        elif start < 0 and text == '"' and _closes(words, i):
            found.append((0, i))
        elif start < 0 and text in QUOTES and words.tags[i] == "PUNCT":
            start, close = i, QUOTES[text]
        elif start < 0 and text in ("”", "''"):
            found.append((0, i))
    return [*found, (start, len(words) - 1)] if start >= 0 else found


def _closes(words: Words, i: int) -> bool:
    """Whether a straight mark stands right behind a word, and apart from the next."""
    spans = words.spans
    joined = i > 0 and spans[i - 1][1] == spans[i][0]
    return joined and (i + 1 == len(words) or spans[i][1] < spans[i + 1][0])
