"""Coreference by rules: which mentions speak of the same entity.

In the manner of Haghighi and Klein (2009, "Simple coreference resolution with rich syntactic
and semantic features"), with the surest rules first, as in Raghunathan et al. (2010, "A
multi-pass sieve for coreference resolution").
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Sequence

from spacy.tokens import Doc

from salience.coref.clusters import MentionClusters
from salience.coref.name_sieve import merge_names
from salience.mentions.mention_attributes import (
    GENDERS,
    PERSON,
    SINGULAR,
    Columns,
    MentionAttributes,
    is_pleonastic_it,
)
from salience.mentions.mention_detection import TokenMention
from salience.mentions.quotations import quotes
from salience.names.proper_names import OFFICE_RANKS, Name, abbreviates, countries, kind_of_word
from salience.resources import word_set

_RECENT = 20  # So many mentions with the same head are compared with a noun phrase.
_NEAR = 60  # So many mentions of a sentence, or words of one, are looked at.
_DEPTH = 12  # So many words up the tree a pronoun looks for the clause that it stands before.
# So many sentences back a pronoun looks for its antecedent; farther where gender leaves few.
_SENTENCES, _FAR = 3, 8
_ROLE_PREFERENCE = {"nsubj": 0, "csubj": 0, "obj": 1, "iobj": 1}
_REFLEXIVE = ("self", "selves")
# Nouns that may stand for the one name of their kind nearby.
_STAND_INS = word_set(
    "company firm agency organization organisation nonprofit startup manufacturer retailer "
    "airline broadcaster newspaper city country town island village nation"
)
_COUNTRIES = word_set("country nation")
# The *former president* is told from the *president* by these rules, not by the learned model.
_OTHER_ROLE = OFFICE_RANKS | {"former"}
_NEGATIONS = word_set("not n't n’t never")


def resolve(doc: Doc, mentions: Sequence[TokenMention]) -> list[list[int]]:
    """Find which mentions corefer.

    The rules, in their order; clusters join only if all their mentions agree in number,
    gender with animacy, and entity type, and all their names may be the same:

    1. Names of the whole text: equal but for titles and what may be left out, parts of a
       person's name, acronyms (`name_groups`, `names`). A part that fits several goes to the one
       with its title, else to the one named most often before it.
    2. Appositions and predicate nominals (*Lee is the mayor*), unless negated; of two names only
       a name and its abbreviation (*Acme Widget Group (AWG)*).
    3. From left to right, noun phrases with *the*, a demonstrative or a possessive: the last
       mention with the same head that has all their modifiers and the same possessor, or a
       name with the head as a word (*the university*); *the company*, *the city* and their like
       join the one name of their kind within three sentences.
    4. In the same walk, pronouns of the third person: by sentence, the nearest first, subjects
       before objects before the rest; three sentences back, eight for *he* and *she*. A pronoun
       is never an argument of the same verb as its antecedent unless it is reflexive, which
       then must be, nor lies in it. If there is none, the subject that follows (*In her book,
       Lee …*). *I* in quoted speech is who the reporting verb says; outside of it *I*, *we*,
       *you* are one each.

    Left out on purpose: demonstratives that point to clauses, *they* for coordinated names or
    one person, indefinite and bare noun phrases, synonyms and other knowledge of the world
    (which the paper mined from Wikipedia), and who speaks in a dialogue without quotes.
    Time grows with the number of mentions: each looks at a bounded number of others.

    Args:
        doc: A parsed Doc.
        mentions: Its mentions, sorted by (start, -end), as `find_mentions` gives them.

    Returns:
        MentionClusters of two or more indices into `mentions`, sorted; clusters by first index.

    Example:
        >>> from spacy.vocab import Vocab
        >>> from salience.mentions.mention_detection import find_mentions
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "said", "she", "slept"], heads=[2, 0, 2, 4, 2],
        ...           pos=["PROPN", "PROPN", "VERB", "PRON", "VERB"],
        ...           deps=["nsubj", "flat", "ROOT", "nsubj", "ccomp"])
        >>> resolve(doc, find_mentions(doc))
        [[0, 1]]
    """
    columns = Columns(doc)
    clusters = MentionClusters(columns, mentions)
    merge_surest(clusters, appositives_and_predicates(columns))
    merge_nominals_and_pronouns(columns, clusters)
    return clusters.result()


def appositives_and_predicates(columns: Columns) -> list[tuple[int, int]]:
    """Roots of noun phrases with those of what says what they are: appositions and predicates."""
    return _appositions(columns) + _predicates(columns)


def merge_surest(
    clusters: MentionClusters, described: Sequence[tuple[int, int]], *, without: Container[int] = ()
) -> None:
    """Join what is surely the same: names, and what is described (rules 1 and 2).

    The names of mentions in `without` are left alone.
    """
    merge_names(clusters, without=without)
    for head, description in described:
        _describe(clusters, head, description)


def merge_nominals_and_pronouns(columns: Columns, clusters: MentionClusters) -> dict[int, int]:
    """Join noun phrases and pronouns (rules 3, 4); return which mention each was joined to."""
    walk = _Walk(columns, clusters)
    walk.run()
    return walk.links


def _appositions(c: Columns) -> list[tuple[int, int]]:
    return [(c.heads[i], i) for i, relation in enumerate(c.relation) if relation == "appos"]


def _predicates(c: Columns) -> list[tuple[int, int]]:
    """Subjects with what is said that they are: UD's noun with a copula, CLEAR's attribute."""
    subject: dict[int, int] = {}
    predicate: dict[int, int] = {}
    negated: set[int] = set()
    oblique: set[int] = set()  # *Ann is from Bremen* does not say what she is.
    for i, relation in enumerate(c.relation):
        head = c.heads[i]
        if relation == "nsubj":
            subject.setdefault(head, i)
        elif relation == "cop":
            predicate[head] = head
        elif relation == "attr":
            predicate[head] = i
        elif relation == "case":
            oblique.add(head)
        elif c.lower[i] in _NEGATIONS:
            negated.add(head)
    return [
        (subject[clause], i)
        for clause, i in predicate.items()
        if clause in subject and clause not in negated and i not in oblique
    ]


def _describe(clusters: MentionClusters, head: int, description: int) -> None:
    """Join a mention with the noun phrase that says what it is; both given by their roots."""
    i, j = clusters.by_root.get(head), clusters.by_root.get(description)
    if i is None or j is None:
        return
    a, b = clusters.attributes[i], clusters.attributes[j]
    if a.name and b.name and PERSON not in (a.types, b.types):
        # *United Nations (UN)*, whatever types they were taken for.
        pairs = [(x, y) for x in clusters.of[i].names for y in clusters.of[j].names]
        if all(abbreviates(x, y) or abbreviates(y, x) for x, y in pairs):
            clusters.merge(i, j)
        return
    if a.person != 3 or b.person != 3 or (a.name and b.name) or a.head in ("it", "they"):
        return
    if clusters.compatible(i, j):
        clusters.merge(i, j)


class _Walk:
    """Noun phrases and pronouns from left to right, with what was seen on the way."""

    def __init__(self, columns: Columns, clusters: MentionClusters) -> None:
        self.c, self.clusters = columns, clusters
        self.attributes, self.by_root = clusters.attributes, clusters.by_root
        self.quotes = {i: q for q in quotes(columns) for i in range(q.start, q.end)}
        self.in_sentence: dict[int, list[int]] = defaultdict(list)
        self.by_head: dict[str, list[int]] = defaultdict(list)
        self.speakers: dict[tuple[int, int, int], int] = {}
        self.links: dict[int, int] = {}

    def run(self) -> None:
        for i, t in enumerate(self.attributes):
            if t.name is None:
                if t.mention.kind != "pronominal":
                    j = self.same_noun(i, t)
                elif t.person == 3 and not is_pleonastic_it(self.c, t):
                    j = self.antecedent(i, t)
                else:
                    j = self.speaker(i, t) if t.person in (1, 2) else None
                if j is not None and j != i:
                    self.clusters.merge(j, i)
                    self.links[i] = j
            self.see(i, t)

    def see(self, i: int, t: MentionAttributes) -> None:
        self.in_sentence[t.sentence].append(i)
        if t.name:
            self.by_head[t.name.head].append(i)
            if t.name.title:
                self.by_head[t.name.title.rpartition(" ")[2]].append(i)
        elif t.mention.kind != "pronominal":
            self.by_head[t.head].append(i)

    def before(self, sentence: int) -> list[int]:
        return self.in_sentence.get(sentence, [])[-_NEAR:]

    # Noun phrases

    def same_noun(self, i: int, t: MentionAttributes) -> int | None:
        if t.determiner in ("", "a"):
            return None
        for j in reversed(self.by_head[t.head][-_RECENT:]):
            if self.may_repeat(i, t, j):
                return j
        if t.head in _STAND_INS and t.determiner != "poss" and not t.modifiers and not t.plural:
            return self.only_name(i, t)
        return None

    def may_repeat(self, i: int, t: MentionAttributes, j: int) -> bool:
        """Whether a noun phrase repeats a mention with the same head and says nothing new."""
        other = self.attributes[j]
        if other.name is None:
            known = other.modifiers
        elif t.plural != other.plural or not (kind_of_word(t.head) or t.types == PERSON):
            return False
        else:
            known = frozenset((*other.name.words, *other.name.title.split()))
        if not t.modifiers <= known or _OTHER_ROLE & (t.modifiers ^ known):
            return False
        if not (other.name or self.same_possessor(t, other)) or self.clusters.nested(i, j):
            return False
        return self.clusters.compatible(i, j)

    def same_possessor(self, t: MentionAttributes, other: MentionAttributes) -> bool:
        if t.possessor < 0 or other.possessor < 0:
            return t.possessor == other.possessor
        a, b = self.by_root.get(t.possessor), self.by_root.get(other.possessor)
        if a is None or b is None:
            return self.c.lower[t.possessor] == self.c.lower[other.possessor]
        return self.clusters.of[a] is self.clusters.of[b]

    def only_name(self, i: int, t: MentionAttributes) -> int | None:
        """The name that *the company* or *the city* means, if there is just one nearby."""
        found: dict[int, int] = {}
        for back in range(_SENTENCES):
            for j in self.before(t.sentence - back):
                name, cluster = self.attributes[j].name, self.clusters.of[j]
                if name and cluster.types == t.types and _may_be(t.head, name):
                    found.setdefault(id(cluster), j)
        for j in found.values():
            if len(found) == 1 and not self.clusters.nested(i, j):
                return j if self.clusters.compatible(i, j) else None
        return None

    # Pronouns

    def antecedent(self, i: int, t: MentionAttributes) -> int | None:
        reflexive = t.head.endswith(_REFLEXIVE)
        told = t.gender in GENDERS.values()
        for back in range(1 if reflexive else 1 + (_FAR if told else _SENTENCES)):
            found = [
                j for j in self.before(t.sentence - back) if self.may_refer(i, t, j, reflexive)
            ]
            if found:
                # Of equals the nearest in the same sentence, else the first.
                return min(found, key=lambda j: (self.rank(j), j if back else -j))
        return None if reflexive else self.cataphora(i, t)

    def rank(self, j: int) -> int:
        return _ROLE_PREFERENCE.get(self.attributes[j].role, 2)

    def may_refer(self, i: int, t: MentionAttributes, j: int, reflexive: bool) -> bool:
        other = self.attributes[j]
        if other.person != 3 or not self.clusters.compatible(i, j, names=False):
            return False
        if self.clusters.nested(i, j):
            return False
        if reflexive:
            return other.governor == t.governor
        return t.governor not in self.clusters.of[j].governors

    def cataphora(self, i: int, t: MentionAttributes) -> int | None:
        """The subject that follows a pronoun in a phrase before it."""
        above, k = set(), t.mention.root
        for _ in range(_DEPTH):
            k = self.c.heads[k]
            above.add(k)
        end = min(self.c.sentence_end(t.sentence), t.mention.end + _NEAR)
        for k in range(t.mention.end, end):
            j = self.by_root.get(k)
            if (
                j is not None
                and self.attributes[j].role == "nsubj"
                and self.attributes[j].governor in above
            ):
                named = self.attributes[j].name is not None
                return j if named and self.may_refer(i, t, j, reflexive=False) else None
        return None

    def speaker(self, i: int, t: MentionAttributes) -> int | None:
        quote = self.quotes.get(t.mention.start)
        if quote and t.person == 1 and t.number == SINGULAR:
            who = self.by_root.get(quote.speaker)
            if who is not None and self.clusters.compatible(who, i, names=False):
                return who
        key = (quote.start if quote else -1, t.person, t.number)
        return self.speakers.setdefault(key, i)


def _may_be(noun: str, name: Name) -> bool:
    """Whether a name may be what the noun says, as to countries: a city is none."""
    return (noun in _COUNTRIES) == (" ".join(name.words) in countries())
