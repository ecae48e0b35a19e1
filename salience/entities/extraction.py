"""From a spaCy Doc to a document's entities: the one way into the rest of the library."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from spacy.tokens import Doc

from salience.coref.clusters import cluster_keys
from salience.coref.external_clusters import NOTES
from salience.entities.entity_types import entity_type, nominal_type
from salience.entities.headline import with_title_mentions
from salience.entities.namesakes import cut_by_names, namesake_keys
from salience.mentions.doc_columns import VALUE_TYPES, DocColumns
from salience.mentions.mention_detection import (
    TokenMention,
    as_mentions,
    find_mentions,
    is_coordination,
)
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.mentions.quotations import quoted_spans
from salience.names.entity_names import name_id, normalise
from salience.names.keys import proper_nouns_around, words
from salience.text.language import language_warning
from salience.text.paragraphs import paragraph_starts
from salience.text.titles import repeated_title, text_start
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument, Value

CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "NUM"))
"""The tags of content words."""
_LONGEST_WORD = 40
"""Characters of a word beside a mention that are kept."""
LINKS = "salience_links"
"""The key of `doc.spans` for the ids of an alias table: the head of a mention, with `kb_id_`."""


def parse(
    doc: Doc,
    document: Document,
    *,
    generic: bool = False,
    nominal: bool = False,
) -> ParsedDocument:
    """Collect the named entities of a parsed text and of its headline.

    Entities are the clusters in `doc.spans["coref_clusters_<n>"]`, whoever wrote them; a
    mention in no cluster is an entity of its own, but a name in none belongs to the entity of the
    same name, whatever resolved coreference: *some Texans* to *Texans*. It does not if one of them
    is a person's, or if ids differ. Those without a proper name are left out, as in Dunietz and
    Gillick (2014, section 2). The type is that of `salience.entities.entity_types`; the longest
    proper name among the named mentions is the name. They vote on the id, with the `kb_id_` that
    the linker (`salience.entities.alias_linker.Linker`) or `doc.ents` has for them; without one it
    is `name:<normalised name>|<type>`, where *EU* is *European Union*
    (`salience.names.entity_names.name_id`).

    The Doc is of the headline and the text together, as
    `salience.text.titles.titled_text(document.title, document.text)` joins them: what stands before
    the text is a mention of the headline (`Entity.title_mentions`). Names, types and ids come from
    the text where it names the entity, else from the headline. In a Doc of the text alone the
    headline has not been read: its mentions are the places where a name of the text stands in it.

    A mention of a name leaves out other names before and after its own: *mayor Ann Lee* of *Oslo
    mayor Ann Lee of Acme*.

    A title repeated at the start of the text is not sentence 0: sentences are counted after it.

    Args:
        doc: The parsed headline and text, or the text alone, character for character.
        document: Where it came from.
        generic: Whether to collect those without a proper name too, in `generic`. Pronouns
            without an antecedent are none.
        nominal: Whether to collect those that the text mentions without a proper name among the
            others, in `entities`.

    Raises:
        ValueError: If the Doc is as long as neither.

    Example:
        >>> from spacy.tokens import Doc
        >>> from spacy.vocab import Vocab
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "sings"], pos=["PROPN", "PROPN", "VERB"],
        ...           heads=[2, 0, 2], deps=["nsubj", "flat", "ROOT"], spaces=[True, True, False])
        >>> parsed = parse(doc, Document("d1", "Ann Lee sings"))
        >>> [(entity.name, entity.id) for entity in parsed.entities]
        [('Ann Lee', 'name:ann lee|PER')]
    """
    source = _Source.of(doc, document)
    clusters = _clusters(source)
    entities = [_entity(source, cluster) for cluster in clusters if _is_listed(source, cluster)]
    if nominal:
        entities += _nominal(source, document.id, clusters)
    entities.sort(key=_place_of_entity)
    counts, language = Counter(source.columns.lower[source.body :]), source.columns.language
    title_words, *sentence_words = _content_words(source)
    if document.title and not source.shift:
        entities = with_title_mentions(entities, document.title)
        title_words = title_words or tuple(w.text.lower() for w in words(document.title, language))
    return ParsedDocument(
        document=document,
        entities=tuple(entities),
        head_counts=tuple(counts[entity.first_mention.head.lower()] for entity in entities),
        n_sentences=len(source.starts),
        warnings=(*language_warning(counts, language), *doc.user_data.get(NOTES, ())),
        generic=tuple(_generic(source, clusters)) if generic else (),
        n_paragraphs=len(source.paragraphs),
        values=tuple(_values(source)),
        sentence_words=tuple(sentence_words),
        title_words=title_words,
        language=language.code,
    )


@dataclass(frozen=True, slots=True)
class _Source:
    """A Doc with its columns, and where its sentences, paragraphs and quotations are.

    Attributes:
        doc, columns: The Doc and its columns.
        text: The headline, if the Doc has it, and the text, as they came.
        shift: The offset in the Doc where the text starts; 0 if it has no headline.
        body: The first word of the text.
        starts: The first words of sentences.
        paragraphs: The offsets where paragraphs begin.
        quoted: The words inside of quotations.
        links: By head of a mention, the id that an alias table has for it.
        names: The words of each proper name, in their order.
    """

    doc: Doc
    columns: DocColumns
    text: str
    shift: int
    body: int
    starts: list[int]
    paragraphs: list[int]
    quoted: frozenset[int]
    links: Mapping[int, str]
    names: list[tuple[int, int]]

    @classmethod
    def of(cls, doc: Doc, document: Document) -> _Source:
        length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
        title, text = document.title or "", document.text
        shift = text_start(title) if length != len(text) else 0
        if length != shift + len(text):
            raise ValueError(
                f"document {document.id!r}: the Doc must be of the document's title and text, got "
                f"{length} characters for {text_start(title) + len(text)}; parse "
                "titled_text(document.title, document.text)"
            )
        columns = DocColumns.from_doc(doc)
        begin = shift + repeated_title(text, title)
        return cls(
            doc,
            columns,
            title.ljust(shift)[:shift] + text,
            shift,
            bisect_left(columns.offsets, shift),
            sentence_starts(columns, begin),
            [shift + start for start in paragraph_starts(text, begin - shift)],
            frozenset(i for span in quoted_spans(columns) for i in range(*span)),
            {span.start: span.kb_id_ for span in doc.spans.get(LINKS, ())},
            sorted({m.name for m in find_mentions(columns) if m.name[1]}),
        )


def sentence_starts(columns: DocColumns, body: int) -> list[int]:
    """The first word of every sentence, from the character on where the body starts."""
    starts, waiting = [], True
    for i, (offset, flag) in enumerate(zip(columns.offsets, columns.starts, strict=True)):
        waiting = waiting or flag == 1
        if waiting and offset >= body and not columns.text[i].isspace():
            starts.append(i)
            waiting = False
    return starts


def named_clusters(doc: Doc, document: Document) -> tuple[DocColumns, list[list[TokenMention]]]:
    """The columns of a Doc, and the mentions of each entity: what types are learned from."""
    source = _Source.of(doc, document)
    named = [c for c in _clusters(source) if any(m.kind == "named" for m in c)]
    return source.columns, named


def _clusters(source: _Source) -> list[list[TokenMention]]:
    """Clusters and singletons, in the order of their first mentions; a mention is in one only.

    A span of a cluster stands for the mention with the same span, else with the same head;
    else it is a mention of its own. So is a coordination: *Ann and Bob* are not Ann. A name that
    is in no cluster goes to its namesake: it is mostly said of the thing (*a modern Kenya*) or of
    some of its kind (*six Skittles*), and nobody looks for two lines of one name.
    """
    doc, columns = source.doc, source.columns
    mentions = find_mentions(columns)
    by_span = {(m.start, m.end): m for m in mentions}
    by_head = {m.head: m for m in reversed(mentions)}
    spans = [[(span.start, span.end) for span in doc.spans[key]] for key in cluster_keys(doc)]
    strange = [span for cluster in spans for span in cluster if span not in by_span]
    for span, m in zip(strange, as_mentions(columns, strange), strict=True):
        by_span[span] = m if is_coordination(columns, m) else by_head.get(m.head, m)
    taken: set[TokenMention] = set()
    clusters = []
    for cluster in spans:
        members = {by_span[span] for span in cluster} - taken
        taken |= members
        if members:
            clusters += cut_by_names(columns, sorted(members, key=_place))
    clusters.sort(key=lambda cluster: _place(cluster[0]))
    _add_single(source, clusters, [m for m in mentions if m not in taken])
    return sorted((sorted(c, key=_place) for c in clusters), key=lambda c: _place(c[0]))


def _add_single(
    source: _Source, clusters: list[list[TokenMention]], single: Iterable[TokenMention]
) -> None:
    """Add each mention to the first cluster of its name, in place, or as a cluster of its own.

    A plural goes to its singular: *the Academy Awards* to *Academy Award*, and *six B-17s* to the
    *Boeing B-17*. None goes to a cluster with another id; nor does a person's name, which
    coreference left alone since it does not agree with the others; nor a name of another type to a
    person.
    """
    namesakes: dict[str, tuple[list[TokenMention], bool, set[str]]] = {}
    language = source.columns.language

    def note(name: str, cluster: list[TokenMention]) -> None:
        known = cluster, _type(source, cluster) == "PER", {_id(source, m) for m in cluster} - {""}
        for key in namesake_keys(name, language):
            namesakes.setdefault(key, known)

    for cluster in clusters:
        if any(m.kind == "named" for m in cluster):
            note(_name(source, cluster), cluster)
    for m in single:
        if m.kind != "named":
            clusters.append([m])
            continue
        name, id_ = _name(source, [m]), {_id(source, m)} - {""}
        keys = namesake_keys(name, language)[:1]
        if m.type in ("MISC", "") and source.columns.plural[m.head]:
            keys += tuple(key.removesuffix(language.plural) for key in keys)
        known, person, ids = next(
            (namesakes[k] for k in keys if k in namesakes), ([], False, set())
        )
        if known and m.type != "PER" and not (person and m.type) and len(ids | id_) < 2:
            known.append(m)
            ids |= id_
        else:
            clusters.append([m])
            note(name, clusters[-1])


def _place_of_entity(entity: Entity) -> tuple[bool, int, int]:
    """By the first mention in the text, after those of the headline alone."""
    first = entity.first_mention
    return bool(entity.mentions), first.start, -first.end


def _place(m: TokenMention) -> tuple[int, int]:
    return m.start, -m.end


def _name(source: _Source, cluster: Sequence[TokenMention]) -> str:
    """The longest proper name of a cluster, of equally long ones the first; empty without one.

    Those of the headline count only if the text has none. One that has small letters somewhere is
    shown with them: *OSLO* as *Oslo*.
    """
    names = [shown_name(source.columns, m) for m in _naming(source, cluster)]
    texts = [" ".join(source.text[slice(*_offsets(source, *name))].split()) for name in names]
    longest = max(texts, key=lambda name: name.count(" "), default="")
    same = [i for i, text in enumerate(texts) if text.casefold() == longest.casefold()]
    for i in same:
        if not texts[i].isupper():
            return texts[i]
    # Where all of it is in capitals, the pipeline may have read it in natural case.
    return " ".join(source.doc[slice(*names[same[0]])].text.split()) if same else longest


def _naming(source: _Source, cluster: Iterable[TokenMention]) -> list[TokenMention]:
    """The named mentions of a cluster in the text; if there are none, those in the headline."""
    named = [m for m in cluster if m.kind == "named"]
    return [m for m in named if m.head >= source.body] or named


def _type(source: _Source, cluster: Iterable[TokenMention]) -> str:
    return _vote(m.type for m in _naming(source, cluster))


def _id(source: _Source, m: TokenMention) -> str:
    return source.links.get(m.head, "") or linked_id(source.columns, m)


def _entity(source: _Source, cluster: Sequence[TokenMention]) -> Entity:
    naming = _naming(source, cluster)
    name, type_ = _name(source, cluster), entity_type(source.columns, cluster)
    kb_id = _vote(_id(source, m) for m in naming)
    return Entity(
        mentions=tuple(_mention(source, m) for m in cluster if m.head >= source.body),
        name=name,
        type=type_,
        id=kb_id or name_id(name, type_, source.columns.language),
        kb_id=kb_id or None,
        title_mentions=tuple(_mention(source, m) for m in cluster if m.head < source.body),
    )


def _is_listed(source: _Source, cluster: Sequence[TokenMention]) -> bool:
    """Whether a cluster has a proper name; one of the headline alone must have been recognised.

    Capitals say less there: *Cosplay* in *Fans Bring Cosplay to Leeds*.
    """
    named = any(m.kind == "named" for m in cluster)
    return named and (cluster[-1].head >= source.body or bool(_type(source, cluster)))


def _generic(source: _Source, clusters: Iterable[Sequence[TokenMention]]) -> Iterator[Entity]:
    """The entities of clusters that have a noun but no proper name."""
    for cluster in clusters:
        kinds = {m.kind for m in cluster}
        if "named" not in kinds and "nominal" in kinds:
            mentions = tuple(_mention(source, m) for m in cluster)
            name = " ".join(next(m.text for m in mentions if m.kind == "nominal").split())
            yield Entity(mentions, name, "", f"generic:{normalise(name, source.columns.language)}")


def _nominal(
    source: _Source, document: str, clusters: Iterable[Sequence[TokenMention]]
) -> Iterator[Entity]:
    """The entities of the text that have a noun but no proper name; see `Entity`.

    Dates, times and amounts are none.
    """
    values = source.columns.in_value
    for cluster in clusters:
        nouns = [
            m
            for m in cluster
            if m.kind == "nominal" and m.head >= source.body and m.head not in values
        ]
        if not nouns or any(m.kind == "named" for m in cluster):
            continue
        mentions = tuple(_mention(source, m) for m in cluster if m.head >= source.body)
        names = [" ".join(m.text.split()) for m in mentions if m.kind == "nominal"]
        yield Entity(
            mentions=mentions,
            name=max(names, key=lambda name: name.count(" ")),
            type=nominal_type(source.columns, cluster),
            id=f"nominal:{document}:{mentions[0].start}",
            title_mentions=tuple(_mention(source, m) for m in cluster if m.head < source.body),
        )


def _vote(values: Iterable[str]) -> str:
    """The most frequent value that is not empty, the first of equals; else the empty string."""
    told = [value for value in values if value]
    return Counter(told).most_common(1)[0][0] if len(set(told)) > 1 else (told or [""])[0]


def linked_id(columns: DocColumns, m: TokenMention) -> str:
    """The id that the recognised name of a mention has from a linker, else the empty string.

    A name around the mention or within its own name has another: *Oslo* and *University of Oslo*.
    """
    name = columns.name_at.get(m.head)
    if name is None or not m.start <= name.start <= name.end <= m.end or name.kb_id == "NIL":
        return ""
    if m.name[1] and not name.start <= m.name[0] < m.name[1] <= name.end:
        return ""
    return name.kb_id


def shown_name(columns: DocColumns, m: TokenMention) -> tuple[int, int]:
    """The proper name in a named mention as an entity shows it: *Ann* of *my friend Ann*.

    It is the recognised name that covers the head, else the proper nouns around the head with
    the small words between them, and the words with capitals before it (*Northern Water*). Titles
    before a recognised name are no part of it, other than in `compared_name` of
    `salience.mentions.mention_attributes`.

    Args:
        columns: The columns of the Doc.
        m: The mention.

    Returns:
        The first token, and the one after the last.
    """
    tags = columns.pos
    if m.name[1]:
        return m.name
    if name := columns.name_at.get(m.head):
        start, end = max(name.start, m.start), min(name.end, m.end)
    else:
        start, end = proper_nouns_around(
            tags, m.head, m.start, m.end, lambda i: _has_own_capital(columns, i)
        )
    while start < m.head and tags[start] in ("DET", "PUNCT"):
        start += 1
    return start, end


def _has_own_capital(columns: DocColumns, i: int) -> bool:
    """Whether a common word has a capital that is not due to the start of a sentence."""
    begins = not i or columns.pos[i - 1] in ("PUNCT", "SPACE", "SYM")
    return columns.pos[i] in CAPITAL_TAGS and columns.text[i][:1].isupper() and not begins


def _offsets(source: _Source, start: int, end: int) -> tuple[int, int]:
    """The characters of the words `start` to `end - 1`."""
    offsets, last = source.columns.offsets, end - 1
    return offsets[start], offsets[last] + len(source.columns.text[last])


def _mention(source: _Source, m: TokenMention) -> Mention:
    columns, titled = source.columns, m.head < source.body
    # What others found may reach from the headline into the text.
    first, last = _own_part(source, m)
    first, last = (first, min(last, source.body)) if titled else (max(first, source.body), last)
    start, end = _offsets(source, first, last)
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


def _content_words(source: _Source) -> list[tuple[str, ...]]:
    """The lemmas of content words: of what stands before the first sentence, then of each one."""
    lemmas, tags = source.columns.lemma, source.columns.pos
    bounds = [0, *source.starts, len(source.columns)]
    return [
        tuple([lemmas[i] for i in range(*part) if tags[i] in CONTENT]) for part in pairwise(bounds)
    ]


def _own_part(source: _Source, m: TokenMention) -> tuple[int, int]:
    """The words of a mention without those of other names: see `parse`.

    The other names have mentions of their own, and a place in the text names one thing.
    """
    (start, end), (own, after) = (m.start, m.end), m.name
    if not after or (start, end) == m.name:
        return start, end
    names = source.names
    for i in range(bisect_left(names, (start, 0)), bisect_left(names, (end, 0))):
        if names[i][1] <= own:
            start = names[i][1]
        elif names[i][0] >= after:
            return start, after
    marks = source.columns.language.possessive_marks
    while start < own and source.columns.lower[start] in marks:
        start += 1
    return start, end


def _values(source: _Source) -> Iterator[Value]:
    """The dates, times and amounts of `doc.ents` in the text."""
    for ent in source.columns.entities:
        if ent.label in VALUE_TYPES and ent.start >= source.body:
            start, end = _offsets(source, ent.start, ent.end)
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
