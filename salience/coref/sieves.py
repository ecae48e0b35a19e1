"""Coreference by rules: which mentions are of the same entity.

In the manner of Haghighi and Klein (2009, "Simple coreference resolution with rich syntactic
and semantic features"), with the surest rules first, as in Raghunathan et al. (2010, "A
multi-pass sieve for coreference resolution").
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from salience.coref.aliases import merge_aliases
from salience.coref.clusters import MentionClusters
from salience.coref.name_sieve import merge_names
from salience.coref.speakers import merge_speakers
from salience.language import Language
from salience.language.agreement import GENDERS, PERSON, SINGULAR
from salience.language.labels import ARGUMENTS, ATTRIBUTE, COPULA
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_attributes import (
    MentionAttributes,
    is_pleonastic_it,
    stands_as_place,
)
from salience.mentions.mention_detection import TokenMention
from salience.mentions.quotations import quotes
from salience.names.proper_names import abbreviates

_RECENT = 20  # So many mentions with the same head are compared with a noun phrase.
_NEAR = 60  # So many mentions of a sentence, or words of one, are looked at.
_BRACKETED = 10  # So many words in brackets are looked at.
_DEPTH = 12  # So many words up the tree a pronoun looks for the clause that it stands before.
# So many sentences back a pronoun looks for its antecedent; farther where gender leaves few.
_SENTENCES, _FAR = 3, 8
_ROLE_SENTENCES = 2  # So many sentences back *the mayor* looks for the one person.
_LEAST_AGE, _OLDEST = 5, 120  # Ages of people; less in brackets is a number of goals, say.
_ROLE_PREFERENCE = {"nsubj": 0, "csubj": 0, "obj": 1, "iobj": 1}


def resolve(columns: DocColumns, mentions: Sequence[TokenMention]) -> list[list[int]]:
    """Find which mentions of `find_mentions` corefer: clusters of two or more, by first index.

    The rules in their order are those of names (`name_sieve`), of appositives and predicate
    nominals, and, in one walk from left to right, of noun phrases and of pronouns;
    docs/coreference.md says each. Clusters are merged only if all their mentions agree in number,
    gender with animacy and type, and all their names may be the same. Time grows with the number of
    mentions.
    """
    clusters = MentionClusters.singletons(columns, mentions)
    predicated = appositives_and_predicates(columns)
    merge_surest(columns, clusters, predicated)
    merge_speakers(columns, clusters, predicated)
    _Walk(columns, clusters).run()
    return clusters.result()


def appositives_and_predicates(columns: DocColumns) -> list[tuple[int, int]]:
    """Pairs of roots: a noun phrase's and its appositive's or predicate nominal's."""
    c = columns
    appositives = [(c.heads[i], i) for i, relation in enumerate(c.relation) if relation == "appos"]
    return appositives + _predicate_nominals(c) + list(_bracketed(c))


def merge_surest(
    columns: DocColumns, clusters: MentionClusters, predicated: Sequence[tuple[int, int]]
) -> None:
    """Merge what is surely of one entity: names, appositives, predicate nominals (rules 1, 2)."""
    merge_names(clusters, predicated)
    merge_aliases(columns, clusters)
    for head, predicate in predicated:
        _merge_predicated(clusters, head, predicate, columns.language)
    _merge_nobles(clusters, predicated)


def _bracketed(c: DocColumns) -> Iterator[tuple[int, int]]:
    """Words before a bracket that may be the root of a name, with such words in the brackets."""
    for i, word in enumerate(c.text):
        if word in ("(", "[") and i:
            near = c.text[i + 1 : i + 1 + _BRACKETED]
            end = next((i + 1 + n for n, w in enumerate(near) if w in (")", "]", ",", ";")), 0)
            if end > i + 1 and any(w.isupper() or w[-1:].isdigit() for w in c.text[i - 1 : end]):
                inside = list(_upwards(c, end - 1, i + 1, end))
                for before in _upwards(c, i - 1, c.sentence_starts[c.sentence[i]], i):
                    yield from ((before, k) for k in inside)


def _upwards(c: DocColumns, i: int, start: int, end: int) -> Iterator[int]:
    """A word and those above it in the tree, as long as they stand from `start` to `end - 1`."""
    for _ in range(_DEPTH):
        if not start <= i < end:
            return
        yield i
        if c.heads[i] == i:
            return
        i = c.heads[i]


def _predicate_nominals(c: DocColumns) -> list[tuple[int, int]]:
    """Subjects with their predicate nominals."""
    subject: dict[int, int] = {}
    named: dict[int, int] = {}
    predicate: dict[int, int] = {}
    negated: set[int] = set()
    oblique: set[int] = set()  # In *Ann is from Bremen* she is not Bremen.
    for i, relation in enumerate(c.relation):
        head = c.heads[i]
        becomes = relation == "xcomp" and c.lemma[head] in c.language.becoming
        if relation == "nsubj":
            subject.setdefault(head, i)
        elif relation == COPULA:
            predicate[head] = head
        elif relation == ATTRIBUTE or (becomes and c.pos[i] in ("NOUN", "PROPN")):
            predicate[head] = i
        elif relation == "obj" and c.lemma[head] in c.language.becoming:
            named[head] = i
        elif relation == "case":
            oblique.add(head)
        elif c.lower[i] in c.language.negations:
            negated.add(head)
    subject |= named  # *They named Ann Lee director*, but *Ann Lee was named director*.
    return [
        (subject[clause], i)
        for clause, i in predicate.items()
        if clause in subject and clause not in negated and i not in oblique
    ]


def _merge_predicated(
    clusters: MentionClusters, head: int, predicate: int, language: Language
) -> None:
    """Merge a mention with its appositive or predicate nominal; both are given by their roots."""
    i, j = clusters.by_root.get(head), clusters.by_root.get(predicate)
    if i is None or j is None:
        return
    a, b = clusters.attributes[i], clusters.attributes[j]
    if a.name and b.name:
        # *United Nations (UN)*, whatever types they were taken for.
        pairs = [(x, y) for x in clusters.cluster_of[i].names for y in clusters.cluster_of[j].names]
        if all(abbreviates(x, y) or abbreviates(y, x) for x, y in pairs):
            clusters.merge(i, j)
        return
    if a.person != 3 or b.person != 3 or a.head in language.vague:
        return
    if clusters.compatible(i, j):
        clusters.merge(i, j)


def _merge_nobles(clusters: MentionClusters, predicated: Sequence[tuple[int, int]]) -> None:
    """Merge *Ann Moor* with *the Duchess of Hallin*, if the text says it of nobody else."""
    bearers: dict[tuple[str, ...], dict[int, tuple[int, int]]] = defaultdict(dict)
    for roots in predicated:
        pair = [i for root in roots if (i := clusters.by_root.get(root)) is not None]
        names = [clusters.attributes[i].name for i in pair]
        ranks = [name.words for name in names if name and name.is_noble]
        if len(pair) == 2 and len(ranks) == 1:
            other = pair[names[0] is not None and names[0].is_noble]
            bearers[ranks[0]][clusters.cluster_of[other].index] = (other, sum(pair) - other)
    for pairs in bearers.values():
        [(i, j), *others] = pairs.values()
        people = clusters.cluster_of[i].types == clusters.cluster_of[j].types == PERSON
        genders = {x.gender for k in (i, j) for x in clusters.cluster_of[k].names}
        if not others and people and clusters.cluster_of[i].names and not genders >= {"m", "f"}:
            clusters.merge(i, j)


class _Walk:
    """Finds antecedents of noun phrases and pronouns, from left to right (rules 3 and 4)."""

    def __init__(self, columns: DocColumns, clusters: MentionClusters) -> None:
        self.c, self.clusters, self.language = columns, clusters, columns.language
        self.attributes, self.by_root = clusters.attributes, clusters.by_root
        self.quotes = {i: q for q in quotes(columns) for i in range(q.start, q.end)}
        self.in_sentence: dict[int, list[int]] = defaultdict(list)
        self.by_head: dict[str, list[int]] = defaultdict(list)
        self.speakers: dict[tuple[int, int, int], int] = {}
        self.ages: dict[int, str] = {}

    def run(self) -> None:
        for i, this in enumerate(self.attributes):
            if this.name is None:
                if this.mention.kind != "pronominal":
                    j = self.same_noun(i, this)
                elif this.person == 3 and not is_pleonastic_it(self.c, this):
                    j = self.antecedent(i, this)
                else:
                    j = self.speaker(i, this) if this.person in (1, 2) else None
                if j is not None and j != i:
                    self.clusters.merge(j, i)
            self.see(i, this)

    def see(self, i: int, this: MentionAttributes) -> None:
        self.in_sentence[this.sentence].append(i)
        if age := _age(self.c, this.mention):
            self.ages[i] = age
        if this.name:
            self.by_head[this.name.head].append(i)
            if this.name.title:
                self.by_head[this.name.title.rpartition(" ")[2]].append(i)
        elif this.mention.kind != "pronominal":
            self.by_head[this.head].append(i)

    def before(self, sentence: int) -> list[int]:
        return self.in_sentence.get(sentence, [])[-_NEAR:]

    # Noun phrases

    def same_noun(self, i: int, this: MentionAttributes) -> int | None:
        if this.determiner in ("", "a"):
            return None
        for j in reversed(self.by_head[this.head][-_RECENT:]):
            if self.may_repeat(i, this, j):
                return j
        if this.head in self.language.aged and this.determiner != "poss" and not this.plural:
            return self.of_age(i, this)
        if this.determiner == "poss" or this.plural or not self.is_plain(this):
            return None
        if this.head in self.language.stand_ins and not this.modifiers:
            return self.only_name(i, this, _SENTENCES)
        if this.types != PERSON or self.by_head[this.head]:
            return None
        who = self.only_name(i, this, _ROLE_SENTENCES)
        # *Ann Lee is not the mayor*: in one sentence the tree would say so.
        return who if who is not None and self.attributes[who].sentence < this.sentence else None

    def is_plain(self, this: MentionAttributes) -> bool:
        """Whether a noun phrase is a kind or an office alone: *the mayor*, *the prime minister*."""
        language, m = self.language, this.mention
        if language.is_post(this.head) or this.head in language.chief_officers:
            field = language.office_fields | language.before_roles | language.chiefs
            nouns = {self.c.lower[i] for i in range(m.start, m.head) if self.c.pos[i] == "NOUN"}
            return this.modifiers <= field | nouns
        return not this.modifiers

    def of_age(self, i: int, this: MentionAttributes) -> int | None:
        """Whom *the 31-year-old* means: who is of that age, else whom the text just told of."""
        age, others = _age(self.c, this.mention), set[int]()
        for j, told in reversed(self.ages.items()):
            if told == age and not self.clusters.nested(i, j):
                return j if self.clusters.compatible(i, j) else None
            others.add(self.clusters.cluster_of[j].index)
        who = self.antecedent(i, this) if age else None
        if who is None or self.clusters.cluster_of[who].index in others:
            return None
        return None if self.another_of_age(i, this, who) else who

    def another_of_age(self, i: int, this: MentionAttributes, who: int) -> bool:
        """Whether an unnamed person, or a thing that is new, was told of since somebody was."""
        cluster = self.clusters.cluster_of[who]
        says = this.governor >= 0 and self.c.lemma[this.governor] in self.language.speech_verbs
        for j in range(i - 1, max(-1, i - _NEAR), -1):
            other = self.attributes[j]
            if self.clusters.cluster_of[j] is cluster:
                return False
            if other.name or other.plural or other.mention.kind == "pronominal":
                continue
            new = other.determiner == "a" and other.role in _ROLE_PREFERENCE and not says
            if other.types == PERSON or new:
                return True
        return False

    def may_repeat(self, i: int, this: MentionAttributes, j: int) -> bool:
        """Whether a noun phrase repeats a mention with the same head and says nothing new."""
        other = self.attributes[j]
        if other.name is None:
            known = other.modifiers
        elif this.plural != other.plural or not (
            self.language.kind_of_word(this.head) or this.types == PERSON
        ):
            return False
        else:
            before = self.c.lower[other.mention.start : other.mention.head]  # *Foreign Minister*
            known = frozenset((*other.name.words, *other.name.title.split(), *before))
        if not this.modifiers <= known or self.language.other_role & (this.modifiers ^ known):
            return False
        if not (other.name or self.same_possessor(this, other)) or self.clusters.nested(i, j):
            return False
        return self.clusters.compatible(i, j)

    def same_possessor(self, this: MentionAttributes, other: MentionAttributes) -> bool:
        if this.possessor < 0 or other.possessor < 0:
            return this.possessor == other.possessor
        a, b = self.by_root.get(this.possessor), self.by_root.get(other.possessor)
        if a is None or b is None:
            return self.c.lower[this.possessor] == self.c.lower[other.possessor]
        return self.clusters.cluster_of[a] is self.clusters.cluster_of[b]

    def only_name(self, i: int, this: MentionAttributes, sentences: int) -> int | None:
        """The name that *the company* or *the mayor* means, if there is just one nearby."""
        names: dict[int, int] = {}
        for back in range(sentences):
            for j in self.before(this.sentence - back):
                name, cluster = self.attributes[j].name, self.clusters.cluster_of[j]
                if name and cluster.types == this.types and self.may_be(this.head, j):
                    names.setdefault(cluster.index, j)
        if len(names) != 1:
            return None
        [j] = names.values()
        if self.clusters.nested(i, j) or this.governor in self.clusters.cluster_of[j].governors:
            return None
        return j if self.clusters.compatible(i, j) else None

    def may_be(self, noun: str, j: int) -> bool:
        """Whether a name may be of the kind that a noun says: only countries, offices tell."""
        name, language = self.attributes[j].name, self.language
        country = name is not None and " ".join(name.words) in language.countries
        if name is None or country != (noun in language.country_nouns):
            return False
        if not language.is_post(noun):
            return True
        members = self.clusters.cluster_of[j].members[:_RECENT]
        offices = {office for k in members if (office := self.office(k))} - {noun}
        known = any(not self.may_be_place(k) for k in members)
        return known and not (offices and language.is_sole_office(noun))

    def office(self, j: int) -> str:
        """Which office a mention says that somebody has: *President Lee*, *a senator*."""
        m = self.attributes[j]
        office = m.name.title.rpartition(" ")[2] if m.name else m.head
        return office if self.language.is_sole_office(office) else ""

    def may_be_place(self, j: int) -> bool:
        """Whether a word that was taken for a person stands as a place does: *visited Osmark*."""
        m, language = self.attributes[j], self.language
        name = m.name
        if not name or name.title or name.words[0] in language.given_genders:
            return False
        if m.sentence == 0 and m.role not in ARGUMENTS:  # *Doorstop Interview Osmark, NT*
            return True
        verb = self.c.lemma[m.governor] if m.governor >= 0 else ""
        visited = m.role == "obj" and verb in language.visiting
        before = language.whereabouts if verb in language.going else language.in_
        return not name.words[1:] and (visited or stands_as_place(self.c, m.mention, before))

    # Pronouns

    def antecedent(self, i: int, this: MentionAttributes) -> int | None:
        reflexive = this.head.endswith(self.language.reflexive_endings)
        told = this.gender in GENDERS.values()
        agrees: dict[int, bool] = {}  # by cluster, of which many mentions may be near
        spoken_of: int | None = None
        for back in range(1 if reflexive else 1 + (_FAR if told else _SENTENCES)):
            if spoken_of is not None and back > _SENTENCES:
                break
            near = self.before(this.sentence - back)
            near = [j for j in near if self.may_refer(i, this, j, reflexive, agrees)]
            if near:
                # Who is named in a quotation alone comes after who is named around it.
                around = [j for j in near if not self.spoken_of(this, j)]
                # Of equals the nearest in the same sentence, else the first.
                roles = {j: _ROLE_PREFERENCE.get(self.attributes[j].role, 2) for j in near}
                best = min(around or near, key=lambda j: (roles[j], j if back else -j))
                if around:
                    return best
                spoken_of = best if spoken_of is None else spoken_of
            elif not back and not reflexive and (j := self.cataphora(i, this)) is not None:
                return j
        return spoken_of

    def spoken_of(self, this: MentionAttributes, j: int) -> bool:
        """Whether a mention stands in a quotation, and the pronoun in none."""
        outside = this.mention.start not in self.quotes
        return outside and self.attributes[j].mention.start in self.quotes

    def may_refer(
        self, i: int, this: MentionAttributes, j: int, reflexive: bool, agrees: dict[int, bool]
    ) -> bool:
        other, cluster = self.attributes[j], self.clusters.cluster_of[j]
        if other.person != 3:
            return False
        if cluster.index not in agrees:
            agrees[cluster.index] = self.clusters.compatible(i, j, names=False)
        if not agrees[cluster.index] or self.clusters.nested(i, j):
            return False
        if reflexive:
            return other.governor == this.governor
        return this.governor not in cluster.governors

    def cataphora(self, i: int, this: MentionAttributes) -> int | None:
        """The subject that follows a pronoun in a phrase before it."""
        above, k = set(), this.mention.root
        for _ in range(_DEPTH):
            k = self.c.heads[k]
            above.add(k)
        end = min(self.c.sentence_end(this.sentence), this.mention.end + _NEAR)
        for k in range(this.mention.end, end):
            j = self.by_root.get(k)
            if (
                j is not None
                and self.attributes[j].role == "nsubj"
                and self.attributes[j].governor in above
            ):
                named = self.attributes[j].name is not None
                return j if named and self.may_refer(i, this, j, False, {}) else None
        return None

    def speaker(self, i: int, this: MentionAttributes) -> int | None:
        if len(self.clusters.cluster_of[i].members) > 1:  # in a turn of a transcript
            return None
        quote = self.quotes.get(this.mention.start)
        if quote and this.person == 1 and this.number == SINGULAR:
            who = self.by_root.get(quote.speaker)
            if who is not None and self.clusters.compatible(who, i, names=False):
                return who
        key = (quote.start if quote else -1, this.person, this.number)
        return self.speakers.setdefault(key, i)


def _age(c: DocColumns, m: TokenMention) -> str:
    """How old a mention says that somebody is: *31* of *Ann Lee, 31,* and of *the 31-year-old*."""
    end = m.name[1] or m.end
    opened, age, closed = (*c.lower[end : end + 3], "", "", "")[:3]
    least = {",": 1, "(": _LEAST_AGE}.get(opened, _OLDEST + 1)
    if closed in (",", ")", ".") and _is_age(age, least):
        return age
    words = c.lower[m.start : m.head + 1]
    aged = c.language.aged
    age = next((words[i - 4] for i in range(4, len(words)) if words[i] in aged), "")
    return age if _is_age(age, 1) or age.isalpha() else ""


def _is_age(age: str, least: int) -> bool:
    return age.isdecimal() and len(age) < 4 and least <= int(age) <= _OLDEST
