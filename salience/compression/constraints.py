"""What of a sentence stays together, so that what is left of it is English and still true.

The linear constraints of Clarke and Lapata (2008, section 3.4) let a modifier go where its head
stays. Most modifiers make a sentence narrower, though: *the drug works in mice*. Here a word goes
only where a rule lets it, and with all that hangs on it:

* what is said besides: brackets, relative clauses, participles and examples that are set off, what
  goes against the rest in front (*despite the rain*), and the words that tie a sentence to the one
  before it;
* in a clause that states what happened (no negation, modal verb, condition, doubt or limit), what
  says when it did;
* words without which the rest says the same: men *who were* sent to Rome.

Of these the news stays: what came of what happened, a figure, a plan, what says what something is.

All else stays with its head, whatever it is: subjects, objects, negations, modal verbs, conditions,
reasons, speakers, names, appositions, numbers, members of lists, phrases that a verb or noun may
need. In quotations nothing goes, nor in what has no verb, and of several brackets none does. Since
a parse can be wrong, commas set nothing off where they could be those of a list, and of what has no
main clause, or no mark at its end, only brackets and fillers go.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from salience.compression.asides import BRACKETS, ENDS, NAMING, VERBS, WH, Asides
from salience.compression.clauses import FINITE, SUBJECTS
from salience.language import ENGLISH, Language
from salience.text.words import Words
from salience.trees.functions import is_time

_CORE = frozenset(("nsubj", "csubj", "obj", "iobj", "ccomp", "xcomp"))


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


def constraints(words: Words) -> Constraints:
    """The parts of a sentence, with universal relations and Penn tags, that stay or go as wholes.

    Without Penn tags no clause is known to state what happened.
    """
    return _Rules(words, ENGLISH).constraints()


def is_parsed(words: Words) -> bool:
    """Whether words hang on each other; of words that don't nothing is known."""
    return any(head != i for i, head in enumerate(words.heads))


def explaining(words: Words, used: Mapping[str, int]) -> frozenset[int]:
    """The acronyms in brackets that other sentences use, by how many sentences have a word."""
    pairs = enumerate(pairwise(words.texts), 1)
    return frozenset(i for i, (a, b) in pairs if a == "(" and b.isupper() and used[b] > 1)


class _Rules(Asides):
    """What of a sentence may go, by the rules."""

    def __init__(self, words: Words, language: Language) -> None:
        super().__init__(words, language)
        self.has_verb = not words.fine_tags or any(map(self._verb, range(self.n)))
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
        in_brackets = {i for i, r in may_go.items() if r and self.texts[r[0]] in BRACKETS}
        if sum(text in BRACKETS for text in self.texts) > 1:
            may_go |= dict.fromkeys(in_brackets, ())  # of several none, as they tell alike things
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

    def _is_reducible(self, k: int) -> bool:
        """Whether a relative pronoun and *be* may go: *the men who were sent to Rome*."""
        i = k + 2
        before = k - 2 if self.texts[k - 1] == "," else k - 1
        placed = self.heads[k] == self.heads[k + 1] == i and self.relations[i] == "acl:relcl"
        be = self.rels[k + 1] == "aux" and self.tags[k + 1] in FINITE
        passive = self.relations[k + 1] == "aux:pass" and self.tags[i] == "VBN"
        rels = {self.rels[d] for d in self.below[i] if d > i}
        return (
            (placed and be and self.is_whole and self.rels[k] == "nsubj")
            and (self.tags[k] == "WDT" or self.texts[k] in self.omit.conjunctions)
            and (passive or (self.tags[i] == "VBG" and "xcomp" not in rels))
            and self.words.tags[before] in (NAMING if before < k - 1 else ("NOUN",))
            and self.words.tags[self.heads[i]] in NAMING
            and bool(rels & {"obl", "obj", "xcomp"})
            and not rels & {"conj", "ccomp", "parataxis"}
            and self._keeps_quotations(k, k + 1)
        )

    def _dispensable(self, i: int) -> Sequence[int]:
        """The words that go where a word and all below it may; none where it stays."""
        if self.words.tags[i] == "PUNCT" or not self.has_verb:
            return ()
        if i in self.reduced.values():
            return (i, i + 1)
        place = self._place(i)
        supposes = self.texts[place[0]] in self.omit.supposing
        supposes |= self._begins(place[0], self.omit.premises)
        supposes |= self.tags[place[0]] == "VBG" and self.lemmas[place[0]] in self.omit.sourcing
        if supposes or not self._keeps_quotations(*place) or self._is_referred_to(*place):
            return ()
        if ";" in self.texts[place[0] : place[1]] or self._is_subordinate(i, *place):
            return ()
        inside = range(place[0], place[1] + 1)
        denies = any(self.texts[k] in self.language.cuts.denials for k in inside)
        if self.tags[i] == "VBG" and denies:
            return ()  # acting as a guard, not a judge
        region = self._set_off(*place)
        aside = region is not None
        whole = region or inside
        if self._tears(whole) or self._leaves_open(whole):
            return ()
        if self._is_besides(i, *place, aside) or self._is_told_besides(i, *place, aside):
            return whole
        return ()

    def _is_subordinate(self, i: int, first: int, last: int) -> bool:
        """Whether it is a clause with a conjunction or a finite verb, in front or at the end.

        It says when, why or against what the rest is so.
        """
        ends = last + 1 >= self.n or self.texts[last + 1] in ENDS
        finite = any(self.tags[k] in FINITE for k in (i, *self.below[i]))
        marked = self.rels[first] in ("mark", "case") or self.tags[first] == "WRB" or finite
        clause = self.rels[i] == "advcl" and self.texts[first] not in BRACKETS
        return clause and marked and (ends or first < i < self.heads[i])

    def _is_besides(self, i: int, first: int, last: int, aside: bool) -> bool:
        """Whether it is said besides, whatever the sentence says."""
        rel, text = self.rels[i], self.texts[i]
        if self.texts[first] in BRACKETS:
            bound = any(self._is_binding(k) or self._says(k) for k in range(first, last + 1))
            bound |= self.rels[first + 1] == "cc"  # water (or milk)
            bound |= self._is_of_name(first, last) or self._is_used_again(first, last)
            bound |= self._spells_out(first, last)
            others = any(
                self.rels[k] in SUBJECTS and self.words.tags[k] in NAMING for k in self.below[i]
            )
            bound |= rel == "parataxis" and others  # visitors (children pay half) pay
            amount = not {"CD", "PDT"}.isdisjoint(self.tags[first:last])
            told = self.tags[self.root] == "VB" and self.is_whole
            bound |= told and amount  # add cocoa (half a cup)
            label = last - first == 2 and self.words.tags[first - 1] not in NAMING  # (2) a treaty
            year = last - first == 2 and self.texts[first + 1].rstrip("abc").isdigit()
            label |= year and len(self.texts[first + 1]) > 3  # Lee (2019)
            return aside and not (rel in _CORE or bound or label or self._limits(i, first + 1))
        phrase = self.texts[first : last + 1]
        if rel == "discourse":
            written = self.words.texts[i : i + 2]
            named = written[0].isupper() and written[-1][0].isupper()  # UH Manoa
            led = self.texts[first - 1 : first] in ((":",), ("-",))  # Ann: well, we left; (R-OH)
            return first == last < self.n - 2 and text in self.omit.fillers and not (named or led)
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
            return not self._is_degree(i) and (first == 0 or (aside and i < self.heads[i]))
        if not aside or self.asks:
            return False
        if rel == "advcl":
            return self._is_remark(i, first, last) and first < last
        return self._explains(i, first, last)

    def _is_of_name(self, first: int, last: int) -> bool:
        """Whether brackets with more than an acronym stand within a name: *Act (Norland) 2002*."""
        around = self.words.tags[first - 1 : first], self.words.tags[last + 1 : last + 2]
        short = last - first == 2 and self.words.texts[first + 1].isupper()
        return around == (("PROPN",), ("PROPN",)) and not short

    def _spells_out(self, first: int, last: int) -> bool:
        """Whether brackets say what an acronym stands for: *SME (Small Mill Expert)*."""
        short = "".join(self.words.texts[max(first - 1, 0) : first])
        initials = "".join(text[0] for text in self.words.texts[first + 1 : last])
        return len(short) > 1 and short.isupper() and short == initials.upper()

    def _is_used_again(self, first: int, last: int) -> bool:
        """Whether a name in brackets, such as an acronym, stands elsewhere in the sentence."""
        rest = {*self.words.texts[:first], *self.words.texts[last + 1 :]}
        return last - first == 2 and self.words.texts[first + 1] in rest

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
            joins = self.tags[word] in WH and self.texts[word] in self.omit.conjunctions
            picks = any(self.texts[k] in self.omit.picking for k in (head, *self.below[head]))
            denies = self.rels[first] == "obj" and self.lemmas[i] in self.omit.opposing
            series = sum(self.relations[k] == "acl:relcl" for k in self.below[head]) > 1
            defines = any(self.rels[k] == "cop" for k in self.below[head])  # adults, who care
            return not (which or picks or denies or series or defines) and (piped or joins)
        if "," in self.texts[first:last]:
            return False
        common = self.words.tags[head] == "NOUN"
        behind = self.first[head] and self.texts[self.first[head] - 1] == ","  # , as one, won
        names = common and self.lemmas[i] in self.omit.naming  # a series, titled Tam
        tells = self.relations[i] == "acl" and head < first == i < last
        return tells and not behind and not names and self._is_participle(i)

    def _is_degree(self, i: int) -> bool:
        """Whether an adverb says how much: *so many*.

        Before a clause it does even if the parser ties it to the verb: *So many came that …*.
        """
        if self.tags[i + 1 : i + 2] not in (("JJ",), ("RB",)):
            return False
        clause = any(self.rels[k] == "mark" for k in range(i + 2, self.n))
        return self.heads[i] == i + 1 or (clause and self.texts[i] in self.language.clauses.openers)

    def _is_participle(self, i: int) -> bool:
        """Whether a word is a participle, and no verb or part of the verb of the clause around."""
        if self.tags[i] == "VBG":
            return True
        clause = self._main(self.heads[i])
        helps = [k for k in self.below[clause] if self.rels[k] in ("aux", "cop")]
        finite = any(self.tags[k] in (*FINITE, "VB") for k in (clause, *helps))
        parted = any(self.texts[k + 1 : k + 2] == (",",) for k in helps)  # are, in turn, shown
        active = any(self.rels[k] == "obj" for k in self.below[i])
        return self.tags[i] == "VBN" and finite and not parted and not active

    def _goes_on(self, i: int, first: int, last: int) -> bool:
        """Whether what is told behind the predicate goes on to what came of it: the news."""
        head = self.heads[i]
        rels = {self.rels[k] for k in self.below[i]}
        ends = last + 1 >= self.n or self.texts[last + 1] in ENDS
        if self.relations[i] == "acl:relcl":
            told = self.tags[i] == "VBD" and self.lemmas[i] not in self.omit.stative
            main = self._main(head)
            past = any(self.tags[k] == "VBD" for k in (main, *self.below[main]) if k < first)
            narrated = told and past and self.tags[first] != "WP$"
            content = any(self.rels[k] == "mark" and k > first for k in self.below[i])
            content |= any(self.texts[k] in self.language.cuts.denials for k in self.below[i])
            content |= any(self.tags[k] in ("MD", "CD") for k in self._own(i))
            return "ccomp" in rels or (
                ends and (narrated or content or bool(rels & {"xcomp", "advcl"}))
            )
        if first < head or not (ends or self.rels[i] == "advcl"):
            return False
        figure = "CD" in self.tags[first : last + 1]  # winning by 40 votes
        brings = self.tags[i] == "VBG" and (figure or rels & {"obj", "ccomp", "xcomp", "iobj"})
        said = (self.lemmas[i], self.texts[i])
        return bool(brings) or not self.omit.continuing.isdisjoint(said)

    def _is_remark(self, i: int, first: int, last: int) -> bool:
        """Whether a clause that is set off adds something to what is said, and is no condition."""
        if self._says(i) or self.lemmas[i] in self.omit.supposing:
            return False
        if self.rels[first] == "mark":
            return False  # because, while, if
        finite = any(self.tags[k] in FINITE for k in (i, *self.below[i]))
        head = self.heads[i]
        series = self.tags[i] == self.tags[head] or "," in self.texts[head + 1 : first - 1]
        begins = first == i or self.texts[first] in self.omit.connectives  # thus winning
        if finite or not begins or self._goes_on(i, first, last) or not self._is_participle(i):
            return False
        if first:
            return not series  # , paying, lending
        subjects = [k for k in self.below[head] if self.rels[k] in SUBJECTS]
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
            times = self.language.clauses.time_adverbs
            timed = self.texts[i] in times
            if clause != head:
                return mere and not timed and self.words.tags[head] == "ADJ"
            manner = self.texts[i] in self.omit.manners and first == last and self._verb(head)
            finite = any(self.tags[k] in FINITE for k in (head, *self.below[head]))
            # Two times are told apart: *once*, *now*.
            alone = sum(text in times for text in self.texts) == 1
            when = not timed or (alone and self._is_past(head) and not self._counts(i, i))
            return (mere or manner) and i < head and finite and when
        return clause == head and rel == "obl" and self._is_time(i, first, last, aside)

    def _is_time(self, i: int, first: int, last: int, aside: bool) -> bool:
        """Whether a phrase says when something happened that is told without it."""
        head, text, time = self.heads[i], self.texts[first], is_time(self.lemmas[i])
        event = aside and not first and text in self.omit.events
        if not (time or event) or not (self._verb(head) and self._happened(head)):
            return False
        if self._ranks(head) or self._is_past_perfect(head):
            return False
        unmarked = self.relations[i] == "obl:unmarked"
        if unmarked and self.tags[i] == "NNS":
            return False  # had him two days, minutes into the game
        done = any(self.rels[k] in ("obj", "ccomp", "xcomp") for k in self.below[head])
        if not self._is_past(head) or self._counts(first, last) or self.rels[first + 1] == "case":
            return False
        if not aside:
            if self.texts[first - 1 : first] == (",",):
                return False  # the mark before it would divide nothing
            if self.tags[last + 1 : last + 2] in VERBS:
                return False  # the plan announced today helps
            dated = self.tags[i] in ("NNP", "CD") and text in self.omit.dating
            return done and (unmarked or dated) and last - first < 3
        passive = any(self.relations[k] == "nsubj:pass" for k in self.below[head])
        named = any(self.rels[k] in ("det", "amod", "nummod") for k in self.below[i])
        recurs = self.tags[i] in ("NN", "NNS", "NNPS") and not named  # at night, on Mondays
        lasts = text in self.omit.spanning  # for years
        when = unmarked or event or (text in self.omit.times and not lasts and not recurs)
        year = any(self.tags[k] == "CD" for k in range(first, last + 1))
        return when and (done or passive or not year)

    def _counts(self, first: int, last: int) -> bool:
        """Whether a sentence has another time or a figure beside those of a phrase.

        Of two times each needs the other, and a figure is that of its time.
        """
        head = self.heads[self._top(first, last)]
        rest = [k for k in range(self.n) if not first <= k <= last]
        own = {*self._own(head)}.intersection(rest)
        if any(self._is_figure(k) for k in own):
            return True
        adverbs = self.language.clauses.time_adverbs
        if any(self.texts[k] in adverbs and self.rels[k] != "advmod" for k in rest):
            return True  # since then
        times = [k for k in rest if is_time(self.lemmas[k], self.language.clauses)]
        pointed = self.language.demonstrative_determiners  # that night
        if any(self.texts[d] in pointed for k in times if k > last for d in self.below[k]):
            return True
        if any(";" in self.texts[k:first] for k in times):  # today it sells; in 1950 it sold
            return True
        return any(not first or k in own or self._goes_with(self._main(k), head) for k in times)

    def _is_figure(self, k: int) -> bool:
        """Whether a word is a number in digits, or of several words: *two million*."""
        rel, number = self.rels[k], self.words.tags[k] == "NUM"
        return number and (rel == "compound" or (rel == "nummod" and self.texts[k][0].isdigit()))

    def _goes_with(self, i: int, head: int) -> bool:
        """Whether a clause tells of the same subject, with the same verb or of another time."""
        alone = [all(self.rels[k] not in SUBJECTS for k in self.below[c]) for c in (i, head)]
        now = self.tags[i] in ("VBZ", "VBP")
        return any(alone) or now or self.lemmas[i] == self.lemmas[head]

    def _states(self, i: int) -> bool:
        """Whether a clause is stated: nothing in it, or around it, takes any of it back."""
        if i not in self.stated:
            self.stated[i] = self._is_stated(i)
        return self.stated[i]

    def _is_stated(self, i: int) -> bool:
        if self.asks or self._binds(i):
            return False
        rel, head = self.rels[i], self.heads[i]
        subject = any(self.rels[k] in SUBJECTS for k in self.below[i])
        if i == self.root:
            return subject
        if rel == "conj":
            return self._clause(head) == head and self._states(head)
        if rel == "ccomp":
            return self.lemmas[head] in self.omit.reporting and subject and self._states(head)
        if rel == "parataxis":
            return subject and self._states(head)
        if self.relations[i] != "acl:relcl":
            return False
        place = self._place(i)
        return self._is_besides(i, *place, self._set_off(*place) is not None)
