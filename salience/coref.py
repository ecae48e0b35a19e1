"""Coreference by rules: which mentions speak of the same entity.

In the manner of Haghighi and Klein (2009, "Simple coreference resolution with rich syntactic
and semantic features"), with the more certain rules first as in Raghunathan et al. (2010).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from salience.agreement import (
    ANY_GENDER, ANY_NUMBER, ANY_TYPE, BODY, GENDERS, HUMAN, OTHER, PERSON, PLACE, SINGULAR, THING, Columns, Traits, traits,
)  # fmt: skip
from salience.mentions import TokenMention, find_mentions
from salience.names import Name, acronyms, bare, full_given, given_genders, same_name
from salience.quotes import quotes

_KEY = "coref_clusters_"
_RECENT = 20  # As many entities that share a word are compared with a name or noun.
_SENTENCES = 3  # So far back a pronoun looks for its antecedent.
_TYPES = {PERSON: "PER", BODY: "ORG", PLACE: "LOC", OTHER: "MISC"}
_REFLEXIVE = ("self", "selves")
_RANK = {"nsubj": 0, "csubj": 0, "obj": 1, "iobj": 1}
_NEGATIONS = frozenset("not n't n’t never".split())


class _Cluster:
    """Mentions that were found to corefer, with what they may be together."""

    __slots__ = ("gender", "governors", "members", "names", "number", "types")

    def __init__(self, index: int, t: Traits) -> None:
        self.members = [index]
        self.names: list[Name] = [t.name] if t.name else []
        self.number, self.gender, self.types = t.number, t.gender, t.types
        self.governors = {t.governor} - {-1}


def resolve(doc: Doc, mentions: Sequence[TokenMention]) -> list[list[int]]:
    """Find which mentions corefer.

    Args:
        doc: A parsed Doc.
        mentions: Its mentions, sorted by (start, -end), as `find_mentions` gives them.

    Returns:
        Clusters of two or more indices into `mentions`, in order; clusters by first index.

    Example:
        >>> from spacy.vocab import Vocab
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "said", "she", "slept"], heads=[2, 0, 2, 4, 2],
        ...           pos=["PROPN", "PROPN", "VERB", "PRON", "VERB"],
        ...           deps=["nsubj", "flat", "ROOT", "nsubj", "ccomp"])
        >>> resolve(doc, find_mentions(doc))
        [[0, 1]]
    """
    return _Resolver(Columns(doc), mentions).clusters()


class _Resolver:
    def __init__(self, c: Columns, mentions: Sequence[TokenMention]) -> None:
        self.c = c
        self.all = [traits(c, m) for m in mentions]
        self.of = [_Cluster(i, t) for i, t in enumerate(self.all)]
        self.by_root = {t.mention.root: i for i, t in enumerate(self.all)}
        self.quotes = {i: q for q in quotes(c) for i in range(q.start, q.end)}
        self.in_sentence: dict[int, list[int]] = defaultdict(list)
        self.by_head: dict[str, list[int]] = defaultdict(list)
        self.groups: dict[tuple[object, ...], int] = {}

    def clusters(self) -> list[list[int]]:
        self.names()
        self.appositions()
        self.predicates()
        for i, t in enumerate(self.all):
            if t.mention.kind == "pronominal":
                self.pronoun(i, t)
            elif t.mention.kind == "nominal":
                self.nominal(i, t)
            self.seen(i, t)
        self.cataphora()
        return [
            sorted(c.members) for i, c in enumerate(self.of) if len(c.members) > 1 and min(c.members) == i
        ]

    # Joining -------------------------------------------------------------------------------

    def compatible(self, i: int, j: int, *, names: bool = True) -> bool:
        """Whether all mentions of two clusters agree."""
        a, b = self.of[i], self.of[j]
        if not (a.number & b.number and a.gender & b.gender and a.types & b.types):
            return False
        # Where one of two is of unknown type, less is the same.
        type_ = _TYPES.get(a.types | b.types, "")
        return not names or all(same_name(x, y, type_) for x in a.names for y in b.names)

    def join(self, i: int, j: int) -> None:
        a, b = self.of[i], self.of[j]
        if a is b:
            return
        if len(a.members) < len(b.members):
            a, b = b, a
        a.number = a.number & b.number or a.number
        a.gender = a.gender & b.gender or a.gender
        a.types = a.types & b.types or a.types
        a.governors |= b.governors
        a.names = _longest(a.names, b.names, _TYPES.get(a.types, ""))
        a.members += b.members
        for k in b.members:
            self.of[k] = a

    def nested(self, i: int, j: int) -> bool:
        a, b = self.all[i].mention, self.all[j].mention
        return (a.start <= b.start and b.end <= a.end) or (b.start <= a.start and a.end <= b.end)

    # Names ---------------------------------------------------------------------------------

    def names(self) -> None:
        """Names of the whole text, the long ones first, since a headline may have the short one."""
        groups: dict[tuple[object, ...], list[int]] = defaultdict(list)
        for i, t in enumerate(self.all):
            if t.name and t.name.words[0]:
                groups[t.name.key].append(i)
        index: dict[str, list[int]] = defaultdict(list)
        for members in sorted(groups.values(), key=self.name_order):
            self.name_group(members, index)
        for i, t in enumerate(self.all):
            cluster = self.of[i]
            if t.name and cluster.types == PERSON and cluster.gender == HUMAN:
                told = {given_genders().get(name.words[0], "") for name in cluster.names}
                cluster.gender = GENDERS.get(told.pop(), HUMAN) if len(told) == 1 else HUMAN

    def name_order(self, members: list[int]) -> tuple[int, bool, int]:
        name = self.all[members[0]].name
        assert name is not None  # noqa: S101
        return -len(name.words), not name.title, members[0]

    def name_group(self, group: list[int], index: dict[str, list[int]]) -> None:
        first = group[0]
        name = self.all[first].name
        assert name is not None  # noqa: S101
        votes: dict[int, int] = defaultdict(int)
        for i in group:
            votes[self.all[i].types] += 1
        votes.pop(ANY_TYPE, None)
        types = max(votes, key=lambda v: votes[v]) if votes else ANY_TYPE
        best = next((i for i in group if self.all[i].types == types), first)
        found: dict[int, int] = {}
        for key in _keys(name):
            for j in index[key][-_RECENT:]:
                if self.compatible(best, j):
                    found.setdefault(id(self.of[j]), j)
        candidates = list(found.values())
        if len(candidates) > 1 and (types == PERSON or name.definite or name.acronym):
            self.join_nearest(group, candidates)
            return
        for i in [best, *group]:
            self.join(best, i)
        if len(candidates) == 1:
            self.join(candidates[0], best)
        for key in _keys(name):
            index[key].append(best)

    def join_nearest(self, group: list[int], candidates: list[int]) -> None:
        """Of entities with a name that fits, each mention takes the one named last before it."""
        named = sorted((k, j) for j in candidates for k in self.of[j].members)
        place = 0
        for i in group:
            while place + 1 < len(named) and named[place + 1][0] < i:
                place += 1
            self.join(named[place][1], i)

    # Appositions and predicates ------------------------------------------------------------

    def appositions(self) -> None:
        c = self.c
        for i, relation in enumerate(c.relation):
            if relation == "appos":
                self.describe(self.by_root.get(c.heads[i]), self.by_root.get(i))

    def predicates(self) -> None:
        c = self.c
        subject: dict[int, int] = {}
        predicate: dict[int, int] = {}
        negated = set()
        for i, relation in enumerate(c.relation):
            if relation == "nsubj":
                subject.setdefault(c.heads[i], i)
            elif relation == "cop":
                predicate[c.heads[i]] = c.heads[i]
            elif relation == "attr":
                predicate[c.heads[i]] = i
            elif c.lower[i] in _NEGATIONS:
                negated.add(c.heads[i])
        for clause, i in predicate.items():
            if clause in subject and clause not in negated:
                self.describe(self.by_root.get(subject[clause]), self.by_root.get(i))

    def describe(self, i: int | None, j: int | None) -> None:
        """Join a mention with the noun phrase that says what it is."""
        if i is None or j is None:
            return
        kinds = {self.all[i].mention.kind, self.all[j].mention.kind}
        if kinds == {"named", "nominal"} and self.compatible(i, j):
            self.join(i, j)

    # Nouns and pronouns, from left to right ------------------------------------------------

    def seen(self, i: int, t: Traits) -> None:
        self.in_sentence[t.sentence].append(i)
        if t.mention.kind == "nominal":
            self.by_head[t.head].append(i)
        elif t.name:
            if t.name.title:
                self.by_head[t.name.title].append(i)
            self.by_head[t.name.head].append(i)

    def nominal(self, i: int, t: Traits) -> None:
        if t.determiner in ("a", ""):
            return
        for j in reversed(self.by_head[t.head][-_RECENT:]):
            if self.of[j] is not self.of[i] and self.same_noun(i, t, j):
                self.join(j, i)
                return

    def same_noun(self, i: int, t: Traits, j: int) -> bool:
        other = self.all[j]
        known = other.modifiers if other.name is None else frozenset(other.name.words)
        return t.modifiers <= known and not self.nested(i, j) and self.compatible(i, j)

    def pronoun(self, i: int, t: Traits) -> None:
        if t.person == 3:
            j = self.antecedent(i, t)
            if j is not None:
                self.join(j, i)
        elif t.person:
            self.speaker(i, t)

    def antecedent(self, i: int, t: Traits) -> int | None:
        reflexive = t.head.endswith(_REFLEXIVE)
        for back in range(_SENTENCES + 1):
            found = [
                j for j in self.in_sentence[t.sentence - back] if self.may_refer(i, t, j, reflexive)
            ]
            if found:
                return min(found, key=self.preference)
            if reflexive:
                return None
        return None

    def preference(self, j: int) -> tuple[int, int]:
        """Subjects, then objects, then the rest; from left to right."""
        return _RANK.get(self.all[j].role, 2), j

    def may_refer(self, i: int, t: Traits, j: int, reflexive: bool) -> bool:
        other, cluster = self.all[j], self.of[j]
        if other.person != 3 or not self.compatible(i, j, names=False) or self.nested(i, j):
            return False
        if reflexive:
            return other.governor == t.governor
        return t.governor not in cluster.governors

    def speaker(self, i: int, t: Traits) -> None:
        quote = self.quotes.get(t.mention.start)
        key: tuple[object, ...]
        if quote is None:
            key = (t.person, t.number)
        else:
            who = self.by_root.get(quote.speaker) if t.person == 1 and t.number == SINGULAR else None
            if who is not None and self.compatible(who, i, names=False):
                self.join(who, i)
                return
            key = (quote.start, t.person, t.number)
        self.join(self.groups.setdefault(key, i), i)

    def cataphora(self) -> None:
        """A possessive or subject in a fronted phrase refers to the subject that follows."""


def _longest(a: list[Name], b: list[Name], type_: str) -> list[Name]:
    """The names of both without those that shorten another: *Claus* of *Santa Claus*."""
    kept = list(a)
    for name in b:
        if not any(x.words == name.words or _shortens(name, x, type_) for x in kept):
            kept = [x for x in kept if not _shortens(x, name, type_)]
            kept.append(name)
    return kept


def _shortens(short: Name, long: Name, type_: str) -> bool:
    return len(short.words) < len(long.words) and same_name(short, long, type_)


def _keys(name: Name) -> Iterable[str]:
    """Words by which names that may be the same find each other."""
    keys = {name.words[0], name.words[-1], name.head, bare(name.words)[-1]}
    keys.update(acronyms(name.words))
    keys.update(full_given(name.words[0]))
    return sorted(keys)


class RuleResolver:
    """The component: writes clusters to `doc.spans["coref_clusters_<n>"]`, n from 1."""

    def __call__(self, doc: Doc) -> Doc:
        """Find the mentions and resolve them; clusters that another component wrote stay."""
        mentions = find_mentions(doc)
        for n, cluster in enumerate(resolve(doc, mentions), start=1):
            spans = [doc[mentions[i].start : mentions[i].end] for i in cluster]
            doc.spans[f"{_KEY}{n}"] = spans
        return doc


@Language.factory("salience_coref", requires=["token.dep", "token.pos"], assigns=["doc.spans"])
def make_coref(nlp: Language, name: str) -> RuleResolver:
    """Make the coreference component of a pipeline.

    Example:
        >>> import spacy
        >>> nlp = spacy.blank("en")
        >>> component = nlp.add_pipe("salience_coref")
        >>> dict(nlp("Ann Lee said that she slept.").spans)
        {}
    """
    return RuleResolver()
