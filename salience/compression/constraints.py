"""What of a sentence stays together, so that what is left of it is English and still true.

The linear constraints of Clarke and Lapata (2008, section 3.4) let a modifier go where its head
stays. Most modifiers make a sentence narrower, though: *the drug works in mice*. Here a word goes
only where a rule lets it, and with all that hangs on it:

* what is said besides: brackets, relative clauses, appositions, participles and examples that are
  set off, reasons in front, and the words that tie a sentence to the one before it;
* in a clause that states what happened (no negation, modal verb, condition, doubt or limit), what
  says when it did, clauses that are set off, and a second clause or predicate behind *and*;
* words without which the rest says the same: *in order* to, men *who were* sent to Rome.

Of these the news stays: what came of what happened, told behind it (*, killing twelve men*), a name
in an apposition, a date beside a figure or another date.

All else stays with its head, whatever it is: subjects, objects, negations, modal verbs,
conditions, speakers, names, numbers, members of lists, phrases that a verb or noun may need. In
quotations nothing goes. Since a parse can be wrong, commas set nothing off where they could be
those of a list, and of what has no main clause, or no mark at its end, only brackets and
fillers go.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from salience.language import ENGLISH, Language
from salience.text.words import Words
from salience.trees.functions import is_time
from salience.trees.projective import projective_heads, rooted_heads


@dataclass(frozen=True, slots=True)
class Constraints:
    """The parts of a sentence, each of which stays or goes as a whole.

    Attributes:
        units: Indices of the words of each part, rising. The first part always stays.
        parents: By part, the one without which it does not stay; -1 for the first.
    """

    units: tuple[tuple[int, ...], ...]
    parents: tuple[int, ...]

    @property
    def unit_of(self) -> list[int]:
        """By word, the part that it belongs to."""
        owner = {word: unit for unit, words in enumerate(self.units) for word in words}
        return [owner[word] for word in range(len(owner))]

    def closed(self, words: Collection[int]) -> tuple[int, ...]:
        """The fewest words that may stay, if these shall."""
        owner = self.unit_of
        units = {0}
        for word in words:
            unit = owner[word]
            while unit not in units:
                units.add(unit)
                unit = self.parents[unit]
        return tuple(sorted(word for unit in units for word in self.units[unit]))

    def allows(self, words: Collection[int]) -> bool:
        """Whether just these words may stay."""
        return self.closed(words) == tuple(sorted(words))


def constraints(
    words: Words, *, seconds: bool = False, language: Language = ENGLISH
) -> Constraints:
    """The parts of a sentence, with universal relations and Penn tags, that stay or go as wholes.

    Without Penn tags no clause is known to state what happened. A second statement behind *and* may
    go where `seconds` says so: for a program that weighs what is lost with it.
    """
    return _Sentence(words, language, seconds).constraints()


def is_parsed(words: Words) -> bool:
    """Whether words hang on each other; of words that don't nothing is known."""
    return any(head != i for i, head in enumerate(words.heads))


_SETS_OFF = {",": ",", "–": "–", "—": "—", "--": "--"}
_BRACKETS = {"(": ")", "-lrb-": "-rrb-"}
_QUOTES = {'"': '"', "“": "”", "``": "''", "‘": "’", "«": "»"}
_CLAUSES = frozenset(("advcl", "acl", "ccomp", "csubj", "parataxis", "conj"))
_SUBJECTS = ("nsubj", "csubj", "expl")
_FINITE = frozenset(("VBD", "VBZ", "VBP", "MD"))
_WH = frozenset(("WDT", "WP", "WP$", "WRB"))
_ENDS = frozenset((".", "!", "?", "…", ";", ":"))
_VERBS = tuple((tag,) for tag in sorted(_FINITE))
_APART = ("appos", "acl", "advcl", "parataxis")
_FRONTED = ("advmod", "obl", "advcl")
_FINAL = frozenset((".", "!", "?", "…", ":"))
_CLOSING = frozenset((*_BRACKETS.values(), *_QUOTES.values()))
_CORE = frozenset(("nsubj", "csubj", "obj", "iobj", "ccomp", "xcomp"))

_NAMING = frozenset(("NOUN", "PROPN"))
_OPENS = frozenset(("DET", "ADJ", "NOUN", "PRON"))
_ASKING = frozenset(("case", "cc", "det", "mark"))
_JOINERS = frozenset("\u200d\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")
"""What joins or colours signs of an emoji."""


def is_inch_mark(words: Words, i: int) -> bool:
    """Whether a straight mark stands right behind a number, as in *a 6" pipe*; it may close too."""
    before = i > 0 and words.spans[i - 1][1] == words.spans[i][0]
    return words.texts[i] == '"' and before and words.texts[i - 1][-1].isdigit()


class _Sentence:
    """A sentence as the rules see it."""

    def __init__(self, words: Words, language: Language, seconds: bool) -> None:
        self.words, self.language, self.seconds = words, language, seconds
        self.omit = language.omissions
        self.n = len(words)
        self.heads = projective_heads(rooted_heads(words.heads))
        self.relations = words.relations
        self.rels = [relation.partition(":")[0] for relation in words.relations]
        self.tags = words.fine_tags or ("",) * self.n
        self.texts, self.lemmas = words.keys, words.lemmas
        self.below: list[list[int]] = [[] for _ in range(self.n)]
        self.root = 0
        for i, head in enumerate(self.heads):
            if head == i:
                self.root = i
            else:
                self.below[head].append(i)
        self.order = [self.root]
        for i in self.order:  # heads before what hangs on them
            self.order.extend(self.below[i])
        self.first, self.last = list(range(self.n)), list(range(self.n))
        for i in reversed(self.order):
            for child in self.below[i]:
                self.first[i] = min(self.first[i], self.first[child])
                self.last[i] = max(self.last[i], self.last[child])
        self.quotations = _quotations(words)
        self.asks = "?" in self.texts[-2:]
        self.is_whole = self._is_sentence()
        self.stated: dict[int, bool] = {}
        self.reduced = {k + 1: k for k in range(1, self.n - 2) if self._is_reducible(k)}

    def constraints(self) -> Constraints:
        """The parts, from the rules for each word."""
        unit_of = [0] * self.n
        parents = [-1]
        regions: list[Sequence[int]] = [range(self.n)]
        may_go = {i: self._dispensable(i) for i in self.order[1:]}
        in_brackets = {i for i, r in may_go.items() if r and self.texts[r[0]] in _BRACKETS}
        if len(in_brackets) < sum(text in _BRACKETS for text in self.texts):
            may_go |= dict.fromkeys(in_brackets, ())  # all of a sentence, or none
        for i in self.order:
            unit_of[i] = unit_of[self.reduced.get(i, self.heads[i])]
            region = may_go.get(i)
            if region:
                parents.append(unit_of[i])
                unit_of[i] = len(regions)
                regions.append(region)
        for unit, region in enumerate(regions):  # parts before the parts of them
            for word in region:
                if self.words.tags[word] == "PUNCT" and unit_of[word] in (parents[unit], unit):
                    unit_of[word] = unit
        for word in range(self.n):  # marks that are of what is around a part
            while word not in regions[unit_of[word]]:
                unit_of[word] = parents[unit_of[word]]
        units = (tuple(w for w in range(self.n) if unit_of[w] == u) for u in range(len(parents)))
        return Constraints(tuple(units), tuple(parents))

    def _is_sentence(self) -> bool:
        """Whether it has a main clause, and a mark at its end."""
        last = next((t for t in reversed(self.texts) if t not in _CLOSING), "")
        helps = [k for k in self.below[self.root] if self.rels[k] in ("aux", "cop")]
        finite = any(self.tags[k] in _FINITE for k in (self.root, *helps))
        subject = any(self.rels[k] in _SUBJECTS for k in self.below[self.root])
        return last in _FINAL and (self.tags[self.root] == "VB" or (finite and subject))

    # What may go

    def _is_reducible(self, k: int) -> bool:
        """Whether a relative pronoun and *be* may go: *the men who were sent to Rome*."""
        i = k + 2
        before = k - 2 if self.texts[k - 1] == "," else k - 1
        placed = self.heads[k] == self.heads[k + 1] == i and self.relations[i] == "acl:relcl"
        be = self.rels[k + 1] == "aux" and self.tags[k + 1] in _FINITE
        passive = self.relations[k + 1] == "aux:pass" and self.tags[i] == "VBN"
        rels = {self.rels[d] for d in self.below[i] if d > i}
        return (
            (placed and be and self.is_whole and self.rels[k] == "nsubj")
            and (self.tags[k] == "WDT" or self.texts[k] in self.omit.conjunctions)
            and (passive or (self.tags[i] == "VBG" and "xcomp" not in rels))
            and self.words.tags[before] in _NAMING
            and self.words.tags[self.heads[i]] in _NAMING
            and bool(rels & {"obl", "obj", "xcomp"})
            and not rels & {"conj", "ccomp", "parataxis"}
            and self._keeps_quotations(k, k + 1)
        )

    def _dispensable(self, i: int) -> Sequence[int]:
        """The words that go where a word and all below it may; none where it stays."""
        if self.words.tags[i] == "PUNCT":
            return ()
        if i in self.reduced.values():
            return (i, i + 1)
        place = self._place(i)
        if not self._keeps_quotations(*place) or self._is_referred_to(*place):
            return ()
        region = self._set_off(*place)
        aside = region is not None
        whole = region or range(place[0], place[1] + 1)
        if self._tears(whole) or self._leaves_open(whole):
            return ()
        if self._is_besides(i, *place, aside) or self._is_told_besides(i, *place, aside):
            return whole
        return ()

    def _is_besides(self, i: int, first: int, last: int, aside: bool) -> bool:
        """Whether it is said besides, whatever the sentence says."""
        rel, text = self.rels[i], self.texts[i]
        if self.texts[first] in _BRACKETS:
            bound = any(self._is_binding(k) or self._says(k) for k in range(first, last + 1))
            label = last - first == 2 and self.words.tags[first - 1] not in _NAMING  # (2) a treaty
            return aside and not (rel in _CORE or bound or label or self._limits(i, first + 1))
        phrase = self.texts[first : last + 1]
        if rel == "discourse":
            return first == last and text in self.omit.fillers
        if phrase in self.omit.padding:
            return self.tags[last + 1 : last + 2] == ("TO",)  # in order to
        if not self.is_whole:
            return False
        if rel == "cc" and first == 0:
            return text in self.omit.connectives and self.tags[1:2] != ("IN",)
        front = not first and self._begins(first, self.omit.grounds)
        if last < self.heads[i] and aside and (phrase in self.omit.asides or front):
            return True
        if aside and self.heads[i] < first and self._is_example(first, last):
            return True
        if rel == "advmod" and text in self.omit.connectives and first == last:
            degree = self.tags[self.heads[i]] in ("JJ", "RB") and self.heads[i] == i + 1  # so many
            return not degree and (first == 0 or (aside and i < self.heads[i]))
        if not aside or self.asks:
            return False
        if rel == "advcl":
            return self._is_remark(i, first, last) and first < last
        return self._explains(i, first, last)

    def _begins(self, first: int, phrases: Collection[tuple[str, ...]]) -> bool:
        return any(self.texts[first : first + len(words)] == words for words in phrases)

    def _is_example(self, first: int, last: int) -> bool:
        """Whether a phrase names a part of what is told: nouns, and nothing said of the whole."""
        commas = [k for k in range(first, last) if self.texts[k] == ","]
        relative = any(self.tags[k + 1] in _WH for k in commas)
        ends = not commas or self.words.tags[last] in _NAMING
        return self._begins(first, self.omit.examples) and ends and not relative

    def _limits(self, i: int, first: int) -> bool:
        """Whether a clause says of when or where the rest is so."""
        joins = [k for k in self.below[i] if self.rels[k] == "mark" and self.tags[k] == "IN"]
        joins += [first] if self.tags[first] == "WRB" or self.rels[first] == "mark" else []
        supposes = self.lemmas[first] in self.omit.supposing
        supposes |= self.texts[first] in self.omit.equating  # as long as it lasts
        return supposes or any(self.texts[k] not in self.omit.conceding for k in joins)

    def _explains(self, i: int, first: int, last: int) -> bool:
        """Whether a relative clause, a participle or an apposition tells more of what is named."""
        head = self.heads[i]
        if self._goes_on(i, first, last):
            return False
        if self.relations[i] == "acl:relcl":
            piped = self.words.tags[first] == "ADP" and self.tags[first + 1 : first + 2] == ("WDT",)
            word = first + piped
            asked = self.rels[word] == "det" or self.words.tags[word + 1] == "NOUN"
            which = asked and self.tags[word] == "WDT"  # which law applies
            joins = self.tags[word] in _WH and self.texts[word] in self.omit.conjunctions
            return not which and (piped or joins)
        if "," in self.texts[first:last]:
            return False
        common = self.words.tags[head] == "NOUN"
        if self.relations[i] == "acl" and i > head:
            behind = self.first[head] and self.texts[self.first[head] - 1] == ","  # , as one, won
            names = common and self.lemmas[i] in self.omit.naming  # a series, titled Tam
            return first == i < last and not behind and not names and self._is_participle(i)
        if self.rels[i] != "appos" or self.words.tags[head] not in _NAMING:
            return False
        if self.words.tags[i] != "NOUN":  # the region, the Hejaz
            return False
        alone = sum(self.rels[k] in ("conj", "appos") for k in self.below[head]) == 1
        single = self.rels[head] not in ("appos", "conj") and self.words.tags[first] in _OPENS
        rels = {self.rels[k] for k in self.below[i] if k > i}
        full = not common or (self.rels[first] in ("det", "nmod") and rels & {"nmod", "acl"})
        return bool(alone and single and full and not rels & {"conj", "amod"})

    def _is_participle(self, i: int) -> bool:
        """Whether a word is a participle, and no verb or part of the verb of the clause around."""
        if self.tags[i] == "VBG":
            return True
        clause = self._main(self.heads[i])
        helps = [k for k in self.below[clause] if self.rels[k] in ("aux", "cop")]
        finite = any(self.tags[k] in (*_FINITE, "VB") for k in (clause, *helps))
        parted = any(self.texts[k + 1] == "," for k in helps)  # are, in turn, shown
        active = any(self.rels[k] == "obj" for k in self.below[i])
        return self.tags[i] == "VBN" and finite and not parted and not active

    def _goes_on(self, i: int, first: int, last: int) -> bool:
        """Whether what is told behind the predicate goes on to what came of it: the news."""
        head = self.heads[i]
        rels = {self.rels[k] for k in self.below[i]}
        ends = last + 1 >= self.n or self.texts[last + 1] in _ENDS
        if self.relations[i] == "acl:relcl":
            told = self.tags[i] == "VBD" and self.lemmas[i] not in self.omit.stative
            main = self._main(head)
            past = any(self.tags[k] == "VBD" for k in (main, *self.below[main]) if k < first)
            narrated = told and past and self.tags[first] != "WP$"
            content = any(self.rels[k] == "mark" and k > first for k in self.below[i])
            return ends and (narrated or content or "ccomp" in rels)
        if first < head or not (ends or self.rels[i] == "advcl"):
            return False
        brings = self.tags[i] == "VBG" and rels & {"obj", "ccomp", "xcomp", "iobj"}
        return bool(brings) or self.lemmas[i] in self.omit.continuing

    def _main(self, i: int) -> int:
        """The predicate of the clause around a word."""
        while i != self.root and self.rels[i] not in _CLAUSES:
            i = self.heads[i]
        return i

    def _is_remark(self, i: int, first: int, last: int) -> bool:
        """Whether a clause that is set off adds something to what is said, and is no condition."""
        if self._says(i) or self.lemmas[i] in self.omit.supposing:
            return False
        if self.rels[first] == "mark":
            return self.texts[first] in self.omit.conceding and self.rels[first + 1] != "mark"
        finite = any(self.tags[k] in _FINITE for k in (i, *self.below[i]))
        head = self.heads[i]
        series = self.tags[i] == self.tags[head] or "," in self.texts[head + 1 : first - 1]
        begins = first == i or self.texts[first] in self.omit.connectives  # thus winning
        if finite or not begins or self._goes_on(i, first, last) or not self._is_participle(i):
            return False
        if first:
            return not series  # , paying, lending
        subjects = [k for k in self.below[head] if self.rels[k] in _SUBJECTS]
        one = any(self.words.tags[k] in ("PROPN", "PRON") for k in subjects)
        return one or self._happened(head)  # using this, work is easy

    def _is_told_besides(self, i: int, first: int, last: int, aside: bool) -> bool:
        """Whether it goes because what is left of a clause that states something is true too."""
        rel, head = self.rels[i], self.heads[i]
        clause = self._clause(head)
        if not self.is_whole or clause is None or not self._states(clause):
            return False
        if rel == "advmod":
            mere = self.texts[i] in self.omit.adverbs and first == last
            if clause != head:
                return mere and self.words.tags[head] in ("ADJ", "ADV")
            manner = self.texts[i] in self.omit.manners and first == last and self._verb(head)
            finite = any(self.tags[k] in _FINITE for k in (head, *self.below[head]))
            timed = self.texts[i] in self.language.clauses.time_adverbs
            when = not timed or (self._is_past(head) and not self._counts(i, i))
            return (mere or manner) and i < head and finite and when
        if clause != head:
            return False
        if rel == "obl":
            return self._is_time(i, first, last, aside)
        if rel == "advcl":
            return aside and self._tells_more(i, first, head)
        if rel in ("conj", "parataxis"):
            return self._is_second(i, first, head)
        return False

    def _is_time(self, i: int, first: int, last: int, aside: bool) -> bool:
        """Whether a phrase says when something happened that is told without it."""
        head, text, time = self.heads[i], self.texts[first], is_time(self.lemmas[i])
        event = aside and not first and text in self.omit.events
        if not (time or event) or not (self._verb(head) and self._happened(head)):
            return False
        if self._ranks(head):
            return False
        unmarked = self.relations[i] == "obl:unmarked"
        done = any(self.rels[k] in ("obj", "ccomp", "xcomp") for k in self.below[head])
        if not self._is_past(head) or self._counts(first, last) or self.rels[first + 1] == "case":
            return False
        if not aside:
            dated = self.tags[i] in ("NNP", "CD") and text in self.omit.dating
            return done and (unmarked or dated) and last - first < 3
        passive = any(self.relations[k] == "nsubj:pass" for k in self.below[head])
        named = any(self.rels[k] in ("det", "amod", "nummod") for k in self.below[i])
        recurs = self.tags[i] in ("NN", "NNS", "NNPS") and not named  # at night, on Mondays
        perfect = "have" in {self.lemmas[k] for k in self.below[head]}
        lasts = perfect and text in self.omit.spanning  # has worked for years
        when = unmarked or event or (text in self.omit.times and not lasts and not recurs)
        year = any(self.tags[k] == "CD" for k in range(first, last + 1))
        return when and (done or passive or not year)

    def _is_past(self, i: int) -> bool:
        """Whether a predicate is not of what will be."""
        return not any(self.texts[k] in self.omit.future for k in self.below[i])

    def _counts(self, first: int, last: int) -> bool:
        """Whether a sentence has another time or a figure beside those of a phrase.

        Of two times each needs the other, and a figure is that of its time.
        """
        head = self.heads[self._top(first, last)]
        rest = [k for k in range(self.n) if not first <= k <= last]
        own = {*self._own(head)}.intersection(rest)
        if any(self.rels[k] == "nummod" and self.texts[k][0].isdigit() for k in own):
            return True
        times = [k for k in rest if is_time(self.lemmas[k], self.language.clauses)]
        return any(not first or k in own or self._goes_with(self._main(k), head) for k in times)

    def _goes_with(self, i: int, head: int) -> bool:
        """Whether a clause tells of the same subject, or does so with the same verb."""
        alone = [all(self.rels[k] not in _SUBJECTS for k in self.below[c]) for c in (i, head)]
        return any(alone) or self.lemmas[i] == self.lemmas[head]

    def _tells_more(self, i: int, first: int, head: int) -> bool:
        """Whether a clause tells of another thing that happened."""
        if self._says(i) or not self._happened(head):
            return False
        finite = any(self.tags[k] in _FINITE for k in (i, *self.below[i]))
        joined = self.texts[first] in self.omit.conjunctions
        marked = self.rels[first] in ("mark", "advmod", "case")
        return joined and marked and (self._happened(i) or not finite)

    def _is_second(self, i: int, first: int, head: int) -> bool:
        """Whether it is the second of two clauses or predicates, and the first is whole."""
        own = any(self.rels[k] in _SUBJECTS for k in self.below[i])
        several = sum(self.rels[k] == self.rels[i] for k in self.below[head]) > 1
        if not self.seconds or several or i < head or self.rels[head] == "conj" or self._says(i):
            return False
        if own and self.texts[first - 1] == ";":
            return self._states(i)
        joined = self.texts[first] in self.omit.joining and self.heads[first] == i
        if not (joined and self.rels[i] == "conj" and self._verb(i) and self._states(i)):
            return False
        said = [k for k in self.below[head] if head < k < first and self.rels[k] != "punct"]
        return own or bool(said)

    # What a clause says

    def _clause(self, i: int) -> int | None:
        """The predicate of the clause with a word in its subject, its objects or its phrases."""
        while i != self.root:
            rel = self.rels[i]
            if rel in _CLAUSES or self._verb(i):
                return i
            if rel not in ("obj", "obl", "nsubj", "advmod", "amod", "nmod"):
                return None
            i = self.heads[i]
        return i

    def _states(self, i: int) -> bool:
        """Whether a clause is stated: nothing in it, or around it, takes any of it back."""
        if i not in self.stated:
            self.stated[i] = self._is_stated(i)
        return self.stated[i]

    def _is_stated(self, i: int) -> bool:
        if self.asks or self._binds(i):
            return False
        rel, head = self.rels[i], self.heads[i]
        subject = any(self.rels[k] in _SUBJECTS for k in self.below[i])
        if i == self.root:
            return subject
        if rel == "conj":
            return self._clause(head) == head and self._states(head)
        if rel == "ccomp":
            said = self.lemmas[head] in self.omit.reporting
            return said and subject and self._states(head)
        if rel == "parataxis":
            return subject and self._states(head)
        if self.relations[i] != "acl:relcl":
            return False
        place = self._place(i)
        return self._is_besides(i, *place, self._set_off(*place) is not None)

    def _binds(self, i: int) -> bool:
        """Whether a clause has a word by which it says no more than with all that it has."""
        if self.lemmas[i] in self.omit.opposing:
            return True
        for k in self._own(i):
            text = self.texts[k]
            if text in self.omit.comparing and self.tags[k + 1 : k + 2] == ("CD",):
                continue  # more than 200
            if self._is_binding(k) or (text in self.omit.near and self.heads[k] == i):
                return True
            if text in self.omit.equating and self.rels[k] == "advmod":
                return True
        return False

    def _is_binding(self, k: int) -> bool:
        return self.texts[k] in self.omit.binding and self.words.tags[k] != "PROPN"  # in May

    def _ranks(self, i: int) -> bool:
        """Whether a clause picks something by its rank: *the tallest*, *the second*."""
        return any(
            (self.tags[k] in ("JJS", "RBS") or self.texts[k] in self.omit.ordinals)
            and not is_time(self.lemmas[self.heads[k]], self.language.clauses)
            for k in self._own(i)
        )

    def _own(self, i: int) -> list[int]:
        """The words of a clause without those of others within it."""
        found = [i]
        for k in found:
            found.extend(
                d
                for d in self.below[k]
                if self.rels[d] not in _CLAUSES or (self.rels[d] == "conj" and not self._verb(d))
            )
        return found

    def _happened(self, i: int) -> bool:
        """Whether a predicate tells of what happened, happens just now, or will happen."""
        helps = [k for k in self.below[i] if self.rels[k] in ("aux", "cop")]
        lemmas = {self.lemmas[k] for k in helps}
        if any(self.tags[k] == "MD" for k in helps):
            return any(self.texts[k] in self.omit.future for k in helps)
        if any(self.tags[k] == "VBD" for k in (i, *helps)):
            return True
        shared = self.rels[i] == "conj" and self.tags[i] == "VBN" and not helps
        perfect = "have" in lemmas and self.tags[i] in ("VBN", "VBD")
        return perfect or shared or ("be" in lemmas and self.tags[i] == "VBG")

    def _verb(self, i: int) -> bool:
        return self.tags[i].startswith("VB")

    def _says(self, i: int) -> bool:
        """Whether a word says who says the rest: a verb of saying without what it says."""
        says = self.lemmas[i] in self.omit.reporting or self.texts[i] in self.omit.reporting
        return says and not any(self.rels[k] in ("ccomp", "obj") for k in self.below[i])

    # Places and marks

    def _place(self, i: int) -> tuple[int, int]:
        """The first and last word of a phrase, without marks at its ends that are no brackets."""
        first, last = self.first[i], self.last[i]
        while (
            first < i and self.words.tags[first] == "PUNCT" and self.texts[first] not in _BRACKETS
        ):
            first += 1
        closing = _BRACKETS.get(self.texts[first])
        while last > i and self.words.tags[last] == "PUNCT" and self.texts[last] != closing:
            last -= 1
        return first, last

    def _set_off(self, first: int, last: int) -> Sequence[int] | None:
        """The words of a phrase with the marks that set it off; None if none do."""
        before = self.texts[first - 1] if first else ""
        behind = self.texts[last + 1] if last + 1 < self.n else "."
        opening, inside = self.texts[first], self.texts[first + 1 : last]
        if opening in _BRACKETS:
            closing = _BRACKETS[opening]
            whole = self.texts[last] == closing and opening not in inside and closing not in inside
            led = first and self.texts[first - 1] != ":"  # Ann: (laughs)
            return range(first, last + 1) if led and whole else None
        examples = behind in _ENDS and self._is_example(first, last)
        listed = not examples and self._may_hold_more(first, last, behind)
        if "," in (before, behind) and listed:
            return None
        if not first:
            subjects = [self.first[k] for k in range(self.n) if self.rels[k] in _SUBJECTS]
            return range(last + 2) if behind == "," and last + 2 in subjects else None
        if before in _SETS_OFF and behind == _SETS_OFF[before]:
            front = self._ends_front(first, last)
            shared = front or self._shares_mark(first, last)
            ends = front or behind != "," or self.texts[first : last + 1] in self.omit.asides
            if ends or first == last or self._goes_to_predicate(first, last + 2):
                return range(first - 1, last + (1 if shared else 2))
            return None  # perhaps what follows is of the part: , followed by Ann, with two
        return range(first - 1, last + 1) if before in _SETS_OFF and behind in _ENDS else None

    def _may_hold_more(self, first: int, last: int, behind: str) -> bool:
        """Whether commas in a part could be those of a list that it is taken from."""
        commas = [k for k in range(first, last) if self.texts[k] == ","]
        return any(behind not in _ENDS or self.rels[k + 1] == "cc" for k in commas)

    def _goes_to_predicate(self, first: int, k: int) -> bool:
        """Whether a word is the finite verb of the clause that a part stands in."""
        above = {*self._above(first), self.root}
        return self.tags[k : k + 1] in _VERBS and (k in above or self.heads[k] in above)

    def _ends_front(self, first: int, last: int) -> bool:
        """Whether a phrase ends one before the predicate, so that the mark behind it is of both."""
        return any(
            self.first[k] < first and self.last[k] <= last + 1 and last < self.heads[k]
            for k in self._above(first)
            if self.rels[k] in ("obl", "advcl")
        )

    def _shares_mark(self, first: int, last: int) -> bool:
        """Whether the mark behind a part is also of what it ends, or of what it stands behind."""
        above = self._above(first)
        beside = self.below[self.heads[self._top(first, last)]]
        subjects = [self.first[k] for k in beside if self.rels[k] in _SUBJECTS]
        opened = any(last < subject for subject in subjects)
        ended = [k for k in above if self._place(k)[0] < first and self.last[k] <= last + 1]
        behind = [k for k in beside if self.last[k] in (first - 2, first - 1)]
        return any(self._is_apart(k) for k in (*ended, *behind)) or any(
            opened and self.rels[k] in _FRONTED for k in behind
        )

    def _is_apart(self, k: int) -> bool:
        """Whether a comma stands before what tells more of something."""
        return self.rels[k] in _APART and self.texts[self._place(k)[0] - 1] == ","

    def _above(self, i: int) -> list[int]:
        """A word, and the words above it but the root."""
        found = []
        while i != self.root:
            found.append(i)
            i = self.heads[i]
        return found

    def _top(self, first: int, last: int) -> int:
        """The word of a part on which the others hang."""
        return next(k for k in self._above(first)[::-1] if first <= k <= last)

    def _ends_phrase(self, place: int) -> bool:
        return place >= self.n or self.words.tags[place] == "PUNCT"

    def _leaves_open(self, region: Sequence[int]) -> bool:
        """Whether a part takes what the word before it asks for, or what introduces a quotation."""
        first, behind = region[0], region[-1] + 1
        quoted = any(behind <= left <= behind + 1 for left, _ in self.quotations)
        if not first:
            return False
        asks = self.rels[first - 1] in _ASKING and self._ends_phrase(behind)
        degree = self.rels[first - 1] == "advmod" and self.rels[first] == "mark"  # just before
        return asks or degree or quoted

    def _is_referred_to(self, first: int, last: int) -> bool:
        """Whether the first noun behind a part before the verb is a pronoun for what is in it."""
        said = [k for k in range(first, last + 1) if self.words.tags[k] in _NAMING]
        if last > self.root:
            return False
        if any(self.lemmas[k : k + 2] in self.omit.echoes for k in range(last + 1, self.n)):
            return True
        if all(is_time(self.lemmas[k], self.language.clauses) for k in said):
            return False
        for k in range(last + 1, self.n):
            if self.words.tags[k] in _NAMING:
                return False
            agreement = self.language.agreement.get(self.texts[k])
            pronoun = self.words.tags[k] == "PRON" and self.rels[k] != "expl"
            if agreement and pronoun and agreement.person in (0, 3):
                return True
        return False

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
        elif start < 0 and text in _QUOTES and words.tags[i] == "PUNCT":
            start, close = i, _QUOTES[text]
        elif start < 0 and text in ("”", "''"):
            found.append((0, i))
    return [*found, (start, len(words) - 1)] if start >= 0 else found
