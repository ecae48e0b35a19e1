"""Which names of a text name the same: the first and surest step of coreference."""

from bisect import bisect_left, insort
from collections import Counter, defaultdict
from collections.abc import Sequence, Set
from functools import partial

from salience.coref.clusters import MentionClusters
from salience.language.agreement import ANY_TYPE, BODY, GENDERS, HUMAN, PERSON, PLACE, SINGULAR
from salience.language.remembering import remembers
from salience.names.proper_names import (
    Name,
    acronyms,
    bare,
    is_acronym,
    is_middle_name,
    length_of_name,
    same_name,
    without_country,
)
from salience.names.spelling import is_slip, slip_keys

_RECENT = 20  # So many entities that share a word are compared with a name.
_LEAST_ACRONYM = 3  # Shorter acronyms are of one type with what they stand for.
_LEAST_LETTERS = 5  # Shorter names are not the same by their letters alone.
_KNOWN_BEFORE = 3  # Named so often by a family name, a person is hardly introduced only then.
_IN_PASSING = 2  # So often a person in passing is named at most.
_NEAR = 6  # So many mentions after a subject, or before a name at birth, are looked at.
_DEPTH = 12  # So many words up the tree a clause is looked for.
_FARTHEST = 5  # So many words stand at most between a name and that at birth.
_SLIPS = 2  # A misspelt name occurs at most so often.
_LONGEST_SLIP = 3  # Names of more words are not looked at for misspellings.

Said = defaultdict[int, set[str]]
"""By mention, the nouns of its appositives and predicates."""
Group = tuple[list[int], Name]
"""The mentions of equal names, and the name."""


def merge_names(clusters: MentionClusters, predicated: Sequence[tuple[int, int]] = ()) -> None:
    """Merge the names of a text: equal ones, shorter with longer ones, and slips with the rest.

    `predicated` are roots of appositives and predicates, which tell namesakes apart.
    """
    said: Said = defaultdict(set)
    for roots in predicated:
        i, j = (clusters.by_root.get(root, -1) for root in roots)
        if i >= 0 and j >= 0:
            said[i].add(clusters.attributes[j].head)
            said[j].add(clusters.attributes[i].head)
    found: dict[tuple[object, ...], list[tuple[int, Name]]] = defaultdict(list)
    apart = _shared_at_birth(clusters)
    for i, m in enumerate(clusters.attributes):
        if m.name and m.name.words[0] and i not in apart:
            found[m.name.key].append((i, m.name))
    named = [([i for i, _ in group], group[0][1]) for group in found.values()]
    families = {m.name.family for m in clusters.attributes if m.name and m.types == PERSON}
    groups = [part for group in named for part in _without_namesake(clusters, group, families)]
    index: dict[str, list[int]] = defaultdict(list)
    for group in sorted(groups, key=_order):
        _merge_group(clusters, group, index, said)
    for i, j in apart.items():
        if j >= 0:
            clusters.merge(j, i)
    _merge_misspelt(clusters, groups)
    _genders_of_given_names(clusters)


def _without_namesake(clusters: MentionClusters, group: Group, families: Set[str]) -> list[Group]:
    """Apart, the mentions of a bare name that a person and a place have: *Ms. Moor is in Moor*."""
    mentions, name = group
    attributes = clusters.attributes
    bare = name.words if len(name.words) == 1 else ()
    if families.isdisjoint(bare) or not any(attributes[i].in_place for i in mentions):
        return [group]
    people = [i for i in mentions if attributes[i].types == PERSON]
    others = [i for i in mentions if attributes[i].types != PERSON]
    if not people:
        return [group]
    clusters.keep_apart(people[0], others[0])
    return [(people, name), (others, name)]


def _shared_at_birth(clusters: MentionClusters) -> dict[int, int]:
    """Names at birth that others in the text have, too (a father, say), each with who had it.

    It is the one who is named right before, else -1.
    """
    attributes = clusters.attributes
    born = [i for i, m in enumerate(attributes) if m.at_birth]
    others: dict[str, set[Name]] = defaultdict(set)
    for m in attributes if born else ():
        if m.name and not m.at_birth:
            others[m.name.words[-1]].add(m.name)
    found, nobody = {}, Name(("",))
    for i in born:
        near = range(i - 1, max(-1, i - 1 - _NEAR), -1)
        people = (j for j in near if attributes[j].name and attributes[j].types & PERSON)
        j = next(people, -1)
        name, bearer = attributes[i].name or nobody, attributes[j].name if j >= 0 else nobody
        if any(_is_another(x, name, bearer or nobody) for x in others[name.words[-1]]):
            gap = attributes[i].mention.extent[0] - attributes[j].mention.extent[1]
            found[i] = j if gap <= _FARTHEST else -1
    return found


def _is_another(other: Name, born: Name, bearer: Name) -> bool:
    """Whether a name is of another one than who was called `born` at birth."""
    end, language = len(other.words) - len(born.words), other.language
    if other.words[end:] != born.words:
        return False
    if {other.gender, bearer.gender} == {"m", "f"}:  # *Mr. Hale*
        return True
    given, *own = (Name((word,), language=language) for word in (other.words[0], *bearer.words))
    return end > 0 and not any(same_name(given, word, "PER") for word in own)


def _order(group: Group) -> tuple[int, bool, int]:
    mentions, name = group
    return -len(name.words), not name.title, mentions[0]


def _merge_group(
    clusters: MentionClusters, group: Group, index: dict[str, list[int]], said: Said
) -> None:
    mentions, name = group
    told = [t for i in mentions if (t := clusters.attributes[i].types) != ANY_TYPE]
    types = Counter(told).most_common(1)[0][0] if len(set(told)) > 1 else (told or [ANY_TYPE])[0]
    best = next((i for i in mentions if clusters.attributes[i].types == types), mentions[0])
    keys = _keys(name)
    near = list(dict.fromkeys(j for k in keys for j in index[k][-_RECENT:]))
    candidates = _candidates(clusters, best, name, near)
    if not candidates and types == BODY:
        candidates = _full_names(clusters, group, near)
    if types != PLACE:
        candidates += _introduced(clusters, group, candidates, near)
    if candidates and clusters.cluster_of[candidates[0]].types == PERSON:
        types = PERSON
        for i in mentions:
            cluster = clusters.cluster_of[i]
            cluster.types, cluster.gender = PERSON, cluster.gender & HUMAN or HUMAN
    strangers = [j for j in candidates if types == PERSON and _is_stranger(clusters, group, j)]
    candidates = [j for j in candidates if j not in strangers]
    if len(candidates) > 1 and (types == PERSON or name.definite or name.acronym):
        _merge_likeliest(clusters, group, candidates, said)
        return
    for i in mentions:
        clusters.merge(best, i)
    for j in strangers:
        clusters.keep_apart(best, j)
    if len(candidates) == 1:
        clusters.merge(candidates[0], best)
    for key in keys:
        index[key].append(best)


def _candidates(clusters: MentionClusters, i: int, name: Name, near: Sequence[int]) -> list[int]:
    """For each entity that a name fits, one of its mentions."""
    found: dict[int, int] = {}
    for j in near:
        if clusters.compatible(i, j) or _is_family_name(clusters, i, name, j):
            found.setdefault(clusters.cluster_of[j].index, j)
    if not found:
        for j in near:
            if _fits_despite_types(clusters, i, name, j):
                found.setdefault(clusters.cluster_of[j].index, j)
    return list(found.values())


def _is_family_name(clusters: MentionClusters, i: int, name: Name, j: int) -> bool:
    """Whether one word is the family name of a person, whatever type the recogniser gave it."""
    person = clusters.cluster_of[j]
    if person.types != PERSON or clusters.attributes[i].types == PLACE or name.definite:
        return False
    mention = clusters.cluster_of[i]
    gender = mention.gender & HUMAN or HUMAN
    if len(name.words) > 1 or not (mention.number & person.number and gender & person.gender):
        return False
    return any(x.family == name.words[0] for x in person.names)


def _fits_despite_types(clusters: MentionClusters, i: int, name: Name, j: int) -> bool:
    """Whether a name is so surely that of an entity that one of the two has the wrong type."""
    mention, entity = clusters.cluster_of[i], clusters.cluster_of[j]
    if not mention.number & entity.number or clusters.kept_apart(i, j):
        return False
    words = (*name.title.split(), *name.words)
    full = Name(words, suffix=name.suffix, language=name.language)
    for x in entity.names:
        if x.suffix != name.suffix or {x.gender, name.gender} == {"m", "f"}:
            return False
        if x.letters == name.letters and len(name.letters) >= _LEAST_LETTERS:
            return True
        if len(name.words[0]) >= _LEAST_ACRONYM and is_acronym(name, x):
            return True
        wrong = mention.types == PERSON or x.words[-1] in name.language.people_nouns
        if wrong and entity.types == BODY and len(full.words) < len(x.words):
            return x.words[: len(full.words)] == full.words and same_name(full, x, "ORG")
    return False


def _introduced(
    clusters: MentionClusters, group: Group, people: Sequence[int], near: Sequence[int]
) -> list[int]:
    """Who was called by a family name before all others of it, taken for no person until now."""
    (first, *_), name = group
    entities = [clusters.cluster_of[j] for j in people]
    known = [min(entity.members) for entity in entities if entity.types == PERSON]
    if len(name.words) > 1 or first > min(known, default=0):
        return []
    found = {}
    for j in near:
        entity = clusters.cluster_of[j]
        words = {x.words if len(x.words) == 2 else ("", "") for x in entity.names}
        fits = all(w == name.words[0] and name.language.may_be_given(g) for g, w in words)
        if fits and entity.types not in (PERSON, ANY_TYPE) and min(entity.members) < first:
            found[entity.index] = j
            entity.types, entity.gender = PERSON, GENDERS.get(entity.names[0].gender, HUMAN)
    return list(found.values())


def _full_names(clusters: MentionClusters, group: Group, near: Sequence[int]) -> list[int]:
    """The one organization that is called by its first word after its full name: *Northrop*."""
    words = group[1].words
    begun = {
        clusters.cluster_of[j].index: j
        for j in near
        if any(x.words[: len(words)] == words for x in clusters.cluster_of[j].names)
    }
    return [j for j in begun.values() if len(begun) == 1 and _is_first_part(clusters, group, j)]


def _is_first_part(clusters: MentionClusters, group: Group, j: int) -> bool:
    """Whether a name may be short for that of an organization that begins with it."""
    mentions, name = group
    entity, words = clusters.cluster_of[j], name.words
    if entity.types != BODY or mentions[0] < min(entity.members) or name.acronym or name.definite:
        return False
    last, language = words[-1], name.language
    if language.kind_of_word(last) or last in language.person_nouns:
        return False
    if " ".join(words) in language.countries:
        return False
    forms = [clusters.attributes[k].name for k in entity.members]
    barred = language.name_links | {form.words[0] for form in forms if form}
    return all(
        len(words) < len(x.words)
        and x.words[len(words)] not in barred
        and not language.kind_of_word(x.words[len(words)])
        and not any(map(str.isdigit, "".join(x.words)))
        for x in entity.names
    )


def _is_stranger(clusters: MentionClusters, group: Group, j: int) -> bool:
    """Whether a person whom a name fits is another one: *Jr.*, or somebody named in passing."""
    mentions, name = group
    person = clusters.cluster_of[j]
    if name.suffix not in {x.suffix for x in person.names} and len(name.words) > 1:
        return any(clusters.attributes[i].relative for i in (*mentions, *person.members))
    if len(name.words) > 1 or name.title or len(person.members) > _IN_PASSING:
        return False
    if not any(x.family == name.words[0] for x in person.names):
        return False
    first = min(person.members)
    before = bisect_left(mentions, first)
    return before >= (1 if clusters.attributes[first].relative else _KNOWN_BEFORE)


def _merge_likeliest(
    clusters: MentionClusters, group: Group, candidates: list[int], said: Said
) -> None:
    """Merge each mention with one of the entities that its name fits: the one the text is about."""
    mentions, name = group
    entities = {j: clusters.cluster_of[j] for j in candidates}
    places = {j: sorted(entity.members) for j, entity in entities.items()}
    titles = {j: {_title(clusters, k) for k in places[j]} - {""} for j in candidates}
    middle = {j: all(is_middle_name(name, x) for x in entities[j].names) for j in candidates}
    relative = {j: clusters.attributes[places[j][0]].relative for j in candidates}
    total = {j: len(places[j]) for j in candidates}
    offices = {j: {x for k in places[j] for x in _offices(clusters, k, said)} for j in candidates}

    def fit(
        i: int, others: set[str], gender: int, j: int
    ) -> tuple[bool, bool, bool, bool, bool, int, int, int]:
        before = bisect_left(places[j], i)
        last = places[j][before - 1] if before else -places[j][0]
        title = _title(clusters, i) in titles[j] or not offices[j].isdisjoint(said[i])
        own, agrees = offices[j].isdisjoint(others), bool(gender & entities[j].gender)
        return title, own, agrees, not middle[j], not relative[j], before, total[j], last

    for i in mentions:
        told = partial(fit, i, _others(clusters, i, said), _gender_of_own(clusters, i))
        best = max(candidates, key=told)
        clusters.merge(best, i)
        insort(places[best], i)
        titles[best] |= {_title(clusters, i)} - {""}


def _offices(clusters: MentionClusters, i: int, said: Said) -> set[str]:
    """What a text says that somebody is: *mayor* of *Mayor Moor* and of *Moor, the mayor*."""
    name = clusters.attributes[i].name
    return said[i] | ({name.title.rpartition(" ")[2]} - {""} if name else set())


def _others(clusters: MentionClusters, i: int, said: Said) -> set[str]:
    """Who a subject is not, since its clause tells of another: *Moor said the mayor lied*."""
    subject, found = clusters.attributes[i], set[str]()
    near = range(i + 1, min(len(clusters.attributes), i + 1 + _NEAR))
    for j in near if subject.role == "nsubj" else ():
        m = clusters.attributes[j]
        definite = m.determiner not in ("", "a", "poss")
        alone = definite and m.types == PERSON and not m.name and not said[j]
        if alone and _is_in_clause(clusters, subject.governor, m.mention.root):
            found.add(m.head)
    return found


def _gender_of_own(clusters: MentionClusters, i: int) -> int:
    """The gender of the pronoun that means a subject: *Moor paid his lawyer*, *said she left*."""
    attributes, subject = clusters.attributes, clusters.attributes[i]
    for j in range(i + 1, min(len(attributes), i + 1 + _NEAR)) if subject.role == "nsubj" else ():
        m = attributes[j]
        if m.mention.kind == "pronominal" and m.gender in GENDERS.values():
            here = m.sentence == subject.sentence
            bound = _is_bound(clusters, i, j) if here else _goes_on(clusters, i, j)
            near = range(i + 1 if here else max(0, i - _NEAR), j)
            rival = any(k != i and _is_rival(clusters, i, j, k) for k in near)
            return m.gender if bound and not rival else HUMAN
    return HUMAN


def _is_bound(clusters: MentionClusters, i: int, j: int) -> bool:
    """Whether a pronoun of the sentence may mean a subject: *said she left*, not *Lee met her*."""
    verb, pronoun = clusters.attributes[i].governor, clusters.attributes[j]
    return pronoun.governor != verb and _is_in_clause(clusters, verb, pronoun.mention.root)


def _goes_on(clusters: MentionClusters, i: int, j: int) -> bool:
    """Whether the next sentence begins with a pronoun: *Moor took the oath. She smiled.*"""
    subject, before, pronoun = (clusters.attributes[k] for k in (i, j - 1, j))
    next_one = before.sentence == subject.sentence == pronoun.sentence - 1
    return next_one and pronoun.role == "nsubj"


def _is_rival(clusters: MentionClusters, i: int, j: int, k: int) -> bool:
    """Whether another one of the sentence may be meant by a pronoun."""
    subject, pronoun, other = (clusters.attributes[n] for n in (i, j, k))
    person = other.types == PERSON and other.person == 3 and other.number & SINGULAR
    before = other.mention.end <= pronoun.mention.start and other.sentence == subject.sentence
    return bool(person and other.gender & pronoun.gender) and before


def _is_in_clause(clusters: MentionClusters, verb: int, i: int) -> bool:
    """Whether a word depends on a verb or on a clause of its own, but on none beside it."""
    c = clusters.columns
    for _ in range(_DEPTH):
        if c.heads[i] in (i, verb) or c.relation[i] == "conj":
            break
        i = c.heads[i]
    return i != verb == c.heads[i] and c.relation[i] != "conj"


def _title(clusters: MentionClusters, i: int) -> str:
    """The title of a name, the same for *Gov.* and *Governor*."""
    name = clusters.attributes[i].name
    if name is None:
        return ""
    surname_titles = name.language.surname_titles
    return " ".join(word if word in surname_titles else word[:3] for word in name.title.split())


def _merge_misspelt(clusters: MentionClusters, groups: Sequence[Group]) -> None:
    """Merge rare names with others that they have a letter too many or too little for."""
    index: dict[tuple[str, ...], list[Group]] = defaultdict(list)
    for group in groups:
        for key in _slip_keys(group[1]):
            before = index[key]
            for other in before[-_RECENT:]:
                rare, common = sorted((group, other), key=lambda g: len(g[0]))
                if _is_misspelt(clusters, rare, common):
                    _merge_spelling(clusters, rare[0][0], common[0][0])
            before.append(group)


@remembers(1 << 14, length_of_name)
def _slip_keys(name: Name) -> tuple[tuple[str, ...], ...]:
    words = name.words if len(name.words) <= _LONGEST_SLIP else ()
    return tuple(
        (*words[:n], key, *words[n + 1 :], str(n))
        for n, word in enumerate(words)
        if len(word) >= _LEAST_LETTERS - 1
        for key in sorted(slip_keys(word))
    )


def _is_misspelt(clusters: MentionClusters, rare: Group, common: Group) -> bool:
    """Whether a name that no other form of its entity supports is another with a slip."""
    i, j = rare[0][0], common[0][0]
    a, b = clusters.cluster_of[i], clusters.cluster_of[j]
    differing = [p for p in zip(rare[1].words, common[1].words, strict=True) if p[0] != p[1]]
    if a is b or len(rare[0]) > _SLIPS or len(a.names) > 1 or a.names[0].words != rare[1].words:
        return False
    if len(differing) != 1 or not is_slip(*differing[0]) or rare[1].suffix != common[1].suffix:
        return False
    given, countries = rare[1].language.given_genders, rare[1].language.countries
    if any(w in given or w in countries for w in differing[0]) and a.types != PERSON:
        return False
    if all(w in given for w in differing[0]):
        return False
    return bool(a.number & b.number and a.gender & b.gender) and not clusters.kept_apart(i, j)


def _merge_spelling(clusters: MentionClusters, rare: int, common: int) -> None:
    """Merge a misspelt name, which is compared with no other name."""
    names = clusters.cluster_of[common].names
    clusters.merge(common, rare)
    clusters.cluster_of[common].names = names


def _genders_of_given_names(clusters: MentionClusters) -> None:
    """Give a gender to given names that stand alone, unless the text has them as family names."""
    for cluster in clusters.cluster_of:
        if cluster.names and cluster.types == PERSON and cluster.gender == HUMAN:
            told = {x.language.given_genders.get(x.words[0], "") for x in cluster.names}
            if len(told) == 1:
                cluster.gender = GENDERS.get(told.pop(), HUMAN)


@remembers(1 << 14, length_of_name)
def _keys(name: Name) -> tuple[str, ...]:
    """The words to look up a name by: two names that may be the same have one in common."""
    words, language = name.words, name.language
    core = bare(words, language)
    forms = dict.fromkeys((words, core, without_country(words, language)))
    keys = {words[0], words[-1], name.head, core[-1], name.letters, *words[1:-1]}
    keys.update(short for form in forms for short in acronyms(form, language))
    keys.update(language.full_given(words[0]))
    keys.update(part for word in words for part in word.split("-"))
    return tuple(sorted(keys))
