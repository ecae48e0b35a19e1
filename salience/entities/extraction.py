"""From a spaCy Doc to a document's entities: the one way into the rest of the library."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from spacy.tokens import Doc

from salience.coref.external_clusters import NOTES
from salience.entities.cluster_names import (
    cluster_name,
    mention_id,
    most_frequent,
    naming_mentions,
    recognised_type,
    shown_name,
)
from salience.entities.entity_clusters import entity_clusters
from salience.entities.entity_types import entity_type, nominal_type
from salience.entities.fine_types import fine_type
from salience.entities.headline import with_title_mentions
from salience.entities.nominals import nominal_clusters
from salience.entities.short_names import speaks
from salience.entities.source import Source
from salience.language import Language
from salience.mentions.doc_columns import VALUE_TYPES, DocColumns, missing_parts
from salience.mentions.mention_detection import TokenMention
from salience.mentions.name_words import HYPHENS
from salience.names.entity_names import name_id, normalise
from salience.names.keys import words
from salience.text.language import language_warning
from salience.text.navigation import LEFT_OUT, navigation_warnings, without
from salience.text.shapes import shape_warnings
from salience.types import IN_TITLE, NOMINAL_ID, Document, Entity, Mention, ParsedDocument, Value

CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "NUM"))
"""The tags of content words."""
_LONGEST_WORD = 40
"""Characters of a word beside a mention that are kept."""


def parse(
    doc: Doc, document: Document, *, generic: bool = False, nominal: bool = False
) -> ParsedDocument:
    """Collect the named entities of a parsed text and of its headline.

    They are the clusters in `doc.spans["coref_clusters_<n>"]`, whoever wrote them, and the other
    mentions alone (Dunietz and Gillick 2014, section 2). The Doc is of `titled_text(document.title,
    document.text)`, or of the text alone. Those without a proper name are in `generic` if asked
    for, with `nominal` in `entities`.
    """
    source = Source.from_doc(doc, document)
    clusters = entity_clusters(source)
    entities = [_entity(source, cluster) for cluster in clusters if _is_listed(source, cluster)]
    if nominal:
        unnamed = nominal_clusters(source, clusters)
        entities += [_nominal(source, document.id, name, cluster) for name, cluster in unnamed]
    entities.sort(key=place_of_entity)
    lower, language = source.columns.lower, source.columns.language
    inside = [i for i in range(source.body, len(lower)) if i not in source.outside]
    counts = Counter(lower[i] for i in inside)
    title_words, *sentence_words = _content_words(source)
    if document.title and not source.shift:
        entities = with_title_mentions(entities, document.title)
        title_words = title_words or tuple(w.text.lower() for w in words(document.title, language))
    return ParsedDocument(
        document=document,
        entities=tuple(entities),
        head_counts=tuple(counts[entity.first_mention.head.lower()] for entity in entities),
        n_sentences=len(source.starts),
        warnings=(
            *_parts_warning(doc),
            *language_warning([source.columns.text[i] for i in inside], counts, language),
            *navigation_warnings(document.text, source.navigation, document.meta.get(LEFT_OUT)),
            *shape_warnings(without(document.text, source.navigation)),
            *doc.user_data.get(NOTES, ()),
        ),
        generic=tuple(_generic(source, clusters)) if generic else (),
        n_paragraphs=len(source.paragraphs),
        values=tuple(_values(source)),
        sentence_words=tuple(sentence_words),
        title_words=title_words,
        language=language.code,
    )


def _parts_warning(doc: Doc) -> tuple[str, ...]:
    """A warning if the pipeline leaves out what entities need."""
    if not (missing := missing_parts(doc)):
        return ()
    return (
        f"the pipeline gives {missing}, and entities need them: add what is missing, or take "
        "salience.load_pipeline()",
    )


def place_of_entity(entity: Entity) -> tuple[bool, int, int]:
    """By the first mention in the text, after those of the headline alone."""
    first = entity.first_mention
    return bool(entity.mentions), first.start, -first.end


def _entity(source: Source, cluster: Sequence[TokenMention]) -> Entity:
    name, coarse = cluster_name(source, cluster), entity_type(source.columns, cluster)
    type_ = fine_type(source.columns, cluster) if coarse == "MISC" else coarse
    kb_id = most_frequent(mention_id(source, m) for m in naming_mentions(source, cluster))
    id_ = kb_id or name_id(name, coarse, source.columns.language)
    inside, titled = _in_text(source, cluster), _in_title(source, cluster)
    return Entity(inside, name, type_, id_, kb_id or None, titled)


def _in_text(source: Source, cluster: Iterable[TokenMention]) -> tuple[Mention, ...]:
    return tuple(_mention(source, m) for m in cluster if m.head >= source.body)


def _in_title(source: Source, cluster: Iterable[TokenMention]) -> tuple[Mention, ...]:
    return tuple(_mention(source, m) for m in cluster if m.head < source.body)


def _is_listed(source: Source, cluster: Sequence[TokenMention]) -> bool:
    """Whether a cluster names a particular thing; peoples and languages are none."""
    language = source.columns.language
    type_, lower = recognised_type(source, cluster), source.columns.lower
    spans = [shown_name(source.columns, m) for m in cluster if m.kind == "named"]
    names = [lower[slice(*span)] for span in spans]
    if not names or all(_ends_office(source.columns, *span) for span in spans):
        return False
    if type_ != "PER" and _is_written_small(source, spans):
        return False
    # *The New Yorker* is a magazine.
    firsts = {lower[m.start] for m in cluster if m.kind == "named"}
    the = not firsts.isdisjoint(language.definite)
    # *Ann Pole* and *Pole* are a person, *the Pole* is none.
    kind = (type_ != "PER" or firsts <= language.articles) and _is_kind(names, the, language)
    if kind and not _bears_the_word(source, cluster, names):
        return False
    if cluster[-1].head >= source.body:
        return True
    headline = source.text[: source.shift]
    if headline.isupper() and len(headline.split()) > 1:
        return False  # Capitals alone tell no name from the words beside it.
    if all(len(name) == 1 and language.kind_of_word(name[0]) for name in names):
        return False  # *Parliament*
    roles = {role(source.columns, m.root) for m in cluster}
    if not type_ or (type_ == "LOC" and roles == {"compound"}):
        return False
    return any(
        not language.runs_small(word)
        for name in names
        for word in (
            name if language.of.isdisjoint(name) or _tells_kind(name, language) else name[:1]
        )
    )


def _bears_the_word(
    source: Source, cluster: Sequence[TokenMention], names: Sequence[Sequence[str]]
) -> bool:
    """Whether a word for a people or faith is somebody's own name: *Christian*, *The Hindu*."""
    columns, language = source.columns, source.columns.language
    if any(len(name) > 1 or name[0].endswith(language.plural) for name in names):
        return False
    if all(name[0] in language.given_genders for name in names):
        return entity_type(columns, cluster) == "PER"
    the = [
        m.start
        for m in cluster
        if m.kind == "named" and columns.lower[m.start] in language.definite
    ]
    large = any(columns.text[i].istitle() and columns.starts[i] != 1 for i in the)
    return bool(the) and (large or speaks(source, cluster))


def _ends_office(columns: DocColumns, start: int, end: int) -> bool:
    """Whether a name is an office in letters or its last word: *PM: Yes*, *PRIME MINISTER: Yes*."""
    text, lower, language = columns.text, columns.lower, columns.language
    if end - start > 1:
        return False
    if text[start].isupper() and lower[start] in language.never_names:
        return True
    if not start or not language.is_role(lower[start]):
        return False
    near = start > 1 and columns.offsets[start] - columns.offsets[start - 1] == 1
    hyphen = near and text[start - 1] in HYPHENS  # *the Secretary-General*
    return lower[start - 1] in language.title_ranks or (
        hyphen and language.is_role(lower[start - 2])
    )


def _is_written_small(source: Source, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether the text writes a plural of several words small as well: *Hedge Funds*."""
    columns, language = source.columns, source.columns.language
    plural = all(end - start > 1 and columns.plural[end - 1] for start, end in spans)
    names = {tuple(columns.lower[start:end]) for start, end in spans} if plural else set()
    return bool(names) and all(
        not language.kind_of_word(name[-1])
        and all(map(language.runs_small, name))
        and re.search(rf"(?<!\w){re.escape(' '.join(name))}(?!\w)", source.text)
        for name in sorted(names)
    )


def _is_kind(names: Sequence[Sequence[str]], the: bool, language: Language) -> bool:
    """Whether names are of a people, a language or a common noun; `the` if *the* stands before."""
    return all(_is_people(name, the, language) for name in names) or all(
        _is_common(name, language) for name in names
    )


def _is_people(name: Sequence[str], the: bool, language: Language) -> bool:
    """Whether a name is of a people or a language: *Norlanders*, *South Norlanders*."""
    if len(name) > 1 and _is_part_of_people(name, the, language):
        return True
    first, *rest = " ".join(name).split("-")  # *U.S.-Mexican*
    if rest and rest[-1] in language.peoples:
        return first in language.peoples or bool(language.usual(first.upper()))
    sure = len(name) == 1 or name[-1].endswith(language.plural) or not the
    return sure and " ".join(name) in language.peoples_and_languages


def _is_part_of_people(name: Sequence[str], the: bool, language: Language) -> bool:
    """Whether a name is a people with what tells its parts apart: *South Norlanders*."""
    *before, people = name
    parts = language.directions | language.peoples
    many = people.endswith(language.plural) and all(map(language.runs_small, before))
    one = not the and parts.issuperset(before)  # *The West Norlander* is a newspaper.
    return people in language.peoples and (many or one)


def _is_common(name: Sequence[str], language: Language) -> bool:
    """Whether a name is a noun, or two with *and*, that only a capital makes one: *Departments*."""
    nouns = [word for word in name if word not in language.and_]
    return language.common_nouns.issuperset(nouns) and (len(name) == 1 or len(nouns) < len(name))


def _tells_kind(name: Sequence[str], language: Language) -> bool:
    """Whether the first word of a name says what it is: *Bank of Oslo*, not *History of Oslo*."""
    return bool(language.kind_of_word(name[0])) or name[0] in language.thing_nouns


def _generic(source: Source, clusters: Iterable[Sequence[TokenMention]]) -> Iterator[Entity]:
    """The entities of clusters that have a noun but no proper name."""
    for cluster in clusters:
        kinds = {m.kind for m in cluster}
        if "named" not in kinds and "nominal" in kinds:
            mentions = tuple(_mention(source, m) for m in cluster)
            name = " ".join(next(m.text for m in mentions if m.kind == "nominal").split())
            yield Entity(mentions, name, "", f"generic:{normalise(name, source.columns.language)}")


def _nominal(source: Source, document: str, name: str, cluster: Sequence[TokenMention]) -> Entity:
    mentions = _in_text(source, cluster)
    type_ = nominal_type(source.columns, cluster)
    id_ = f"{NOMINAL_ID}{document}:{mentions[0].start}"
    return Entity(mentions, name, type_, id_, title_mentions=_in_title(source, cluster))


def _mention(source: Source, m: TokenMention) -> Mention:
    columns, titled = source.columns, m.head < source.body
    # What others found may reach from the headline into the text.
    first, last = _own_part(source, m)
    first, last = (first, min(last, source.body)) if titled else (max(first, source.body), last)
    start, end = source.offsets(first, last)
    shift = 0 if titled else source.shift
    words = zip(columns.text[first:last], columns.pos[first:last], strict=True)
    return Mention(
        start=start - shift,
        end=end - shift,
        text=source.text[start:end],
        kind=m.kind,
        head=columns.text[m.head],
        head_start=columns.offsets[m.head] - shift,
        sentence=place_in(source.starts, m.head),
        words=tuple((word, tag) for word, tag in words if tag != "SPACE"),
        role=role(columns, m.root),
        paragraph=place_in(source.paragraphs, columns.offsets[m.head]),
        quoted=m.head in source.quoted,
        before=beside(columns, first, -1),
        after=beside(columns, last - 1, 1),
        governor=governor_of(columns, m.root),
    )


def beside(columns: DocColumns, i: int, step: int) -> str:
    """The next word before or after one, in lower case; empty where its sentence ends."""
    first = last = columns.sentence[i]
    while first == last and 0 <= (i := i + step) < len(columns):
        last = columns.sentence[i]
        if columns.pos[i] != "SPACE":
            return columns.lower[i][:_LONGEST_WORD] if first == last else ""
    return ""


def governor_of(columns: DocColumns, i: int) -> str:
    """The relation of a word to what it hangs on, and the lemma of that; empty for a root."""
    above = columns.governor[i]
    return "" if above == i else f"{columns.role[i]}:{columns.lemma[above][:_LONGEST_WORD]}"


def _content_words(source: Source) -> list[tuple[str, ...]]:
    """The lemmas of content words: of what stands before the first sentence, then of each one."""
    lemmas, tags = source.columns.lemma, source.columns.pos
    bounds = [0, *source.starts, len(source.columns)]
    return [
        tuple([lemmas[i] for i in range(*part) if tags[i] in CONTENT and i not in source.outside])
        for part in pairwise(bounds)
    ]


def _own_part(source: Source, m: TokenMention) -> tuple[int, int]:
    """A mention without other names in it: *mayor Ann Lee* of *Oslo mayor Ann Lee*."""
    (start, end), (own, after) = (m.start, m.end), m.name
    if not after or (start, end) == m.name:
        return start, end
    names = source.names
    for i in range(bisect_left(names, (start, 0)), bisect_left(names, (end, 0))):
        if names[i][1] <= own:
            start = names[i][1]
        elif names[i][0] >= after:
            return start, after
    lower, marks = source.columns.lower, source.columns.language.possessive_marks
    while start < own and (lower[start] in marks or lower[start].isspace()):
        start += 1
    return start, end


def _values(source: Source) -> Iterator[Value]:
    """The dates, times and amounts of `doc.ents` in the text."""
    for ent in source.columns.entities:
        if ent.label in VALUE_TYPES and source.body <= ent.start not in source.outside:
            start, end = source.offsets(ent.start, ent.end)
            text, shift = source.text[start:end], source.shift
            sentence = place_in(source.starts, ent.start)
            yield Value(ent.label, start - shift, end - shift, text, sentence)


def place_in(starts: Sequence[int], at: int) -> int:
    """The index of the part that a place is in, by where the parts start; else `IN_TITLE`."""
    begun = bisect_right(starts, at)
    return begun - 1 if begun else IN_TITLE


def role(columns: DocColumns, i: int) -> str:
    """The relation of a word in Universal Dependencies, from a UD or a CLEAR tree."""
    heads = columns.heads
    return columns.language.labels.ud_relation(columns.dep[i], columns.pos[heads[heads[i]]])
