"""From a spaCy Doc to a document's entities: the one way into the rest of the library."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from spacy.language import Language
from spacy.tokens import Doc

from salience.components.long_runs import tokenize
from salience.coref.clusters import cluster_keys
from salience.coref.external_clusters import NOTES
from salience.mentions.dependency_labels import ud_relation
from salience.mentions.doc_columns import VALUE_TYPES, DocColumns
from salience.mentions.mention_detection import (
    TokenMention,
    as_mentions,
    find_mentions,
    is_coordination,
)
from salience.mentions.noun_phrases import CAPITAL_TAGS
from salience.mentions.quotations import quotations
from salience.names.entity_names import name_id, normalise
from salience.names.keys import proper_nouns_around
from salience.text.cleaning import clean_text
from salience.text.language import language_warning
from salience.text.paragraphs import paragraph_starts
from salience.text.titles import repeated_title
from salience.types import IN_TITLE, Document, Entity, Mention, ParsedDocument, Value

LINKS = "salience_links"
"""The key of `doc.spans` for the ids of an alias table: the head of a mention, with `kb_id_`."""


def parse(
    doc: Doc,
    document: Document,
    *,
    title_words: frozenset[str] = frozenset(),
    generic: bool = False,
) -> ParsedDocument:
    """Collect the named entities of a parsed text.

    Entities are the clusters in `doc.spans["coref_clusters_<n>"]`, whoever wrote them; a
    mention in no cluster is an entity of its own, but a name in none belongs to the entity of the
    same name, whatever resolved coreference: *some Texans* to *Texans*. It does not if one of them
    is a person's, or if ids differ. Those without a proper name are left out, as in Dunietz and
    Gillick (2014, section 2). The named mentions vote on the type; the longest proper name among
    them is the name. They vote as well on the id, with the `kb_id_` that the linker
    (`salience.entities.alias_linker.Linker`) or `doc.ents` has for them; without one it is
    `name:<normalised name>|<type>`, where *EU* is *European Union*
    (`salience.names.entity_names.name_id`).

    A title repeated at the start of the text is not sentence 0: sentences are counted after it.

    Args:
        doc: The parsed text, character for character.
        document: Where it came from.
        title_words: The lower-cased words of the headline.
        generic: Whether to collect those without a proper name too, in `generic`. Pronouns
            without an antecedent are none.

    Raises:
        ValueError: If Doc and text differ in length.

    Example:
        >>> from spacy.tokens import Doc
        >>> from spacy.vocab import Vocab
        >>> doc = Doc(Vocab(), words=["Ann", "Lee", "sings"], pos=["PROPN", "PROPN", "VERB"],
        ...           heads=[2, 0, 2], deps=["nsubj", "flat", "ROOT"], spaces=[True, True, False])
        >>> parsed = parse(doc, Document("d1", "Ann Lee sings"))
        >>> [(entity.name, entity.id) for entity in parsed.entities]
        [('Ann Lee', 'name:ann lee|')]
    """
    length = doc[-1].idx + len(doc[-1].text_with_ws) if len(doc) else 0
    if length != len(document.text):
        raise ValueError(
            f"document {document.id!r}: the Doc must be of the document's text, got "
            f"{length} characters for {len(document.text)}; parse clean_text(document.text)"
        )
    source = _Source.of(doc, document)
    clusters = _clusters(source)
    entities = tuple(
        _entity(source, cluster) for cluster in clusters if any(m.kind == "named" for m in cluster)
    )
    counts = Counter(source.columns.lower)
    return ParsedDocument(
        document=document,
        entities=entities,
        head_counts=tuple(counts[entity.mentions[0].head.lower()] for entity in entities),
        title_words=title_words,
        n_sentences=len(source.starts),
        warnings=(*language_warning(counts), *doc.user_data.get(NOTES, ())),
        generic=tuple(_generic(source, clusters)) if generic else (),
        n_paragraphs=len(source.paragraphs),
        values=tuple(_values(source)),
    )


def title_words(nlp: Language, title: str | None) -> frozenset[str]:
    """The lower-cased words of a headline, as the pipeline's tokenizer splits them.

    Example:
        >>> import spacy
        >>> sorted(title_words(spacy.blank("en"), "Oslo's mayor: I'm off!"))
        ["'m", "'s", 'i', 'mayor', 'off', 'oslo']
    """
    words = (token.text for token in tokenize(nlp, clean_text(title or "")))
    return frozenset(word.lower() for word in words if any(map(str.isalnum, word)))


@dataclass(frozen=True, slots=True)
class _Source:
    """A Doc with its columns, and where its sentences, paragraphs and quotations are.

    Attributes:
        doc, text, columns: The Doc, its text and its columns.
        starts: The first words of sentences.
        paragraphs: The offsets where paragraphs begin.
        quoted: The words inside of quotations.
        links: By head of a mention, the id that an alias table has for it.
    """

    doc: Doc
    text: str
    columns: DocColumns
    starts: list[int]
    paragraphs: list[int]
    quoted: frozenset[int]
    links: Mapping[int, str]

    @classmethod
    def of(cls, doc: Doc, document: Document) -> _Source:
        columns = DocColumns(doc)
        body = repeated_title(document.text, document.title or "")
        return cls(
            doc,
            document.text,
            columns,
            _sentence_starts(columns, body),
            paragraph_starts(document.text, body),
            frozenset(i for span in quotations(columns.text) for i in range(*span)),
            {span.start: span.kb_id_ for span in doc.spans.get(LINKS, ())},
        )


def _sentence_starts(columns: DocColumns, body: int) -> list[int]:
    """The first word of every sentence, from the character on where the body starts."""
    starts, waiting = [], True
    for i, (offset, flag) in enumerate(zip(columns.offsets, columns.starts, strict=True)):
        waiting = waiting or flag == 1
        if waiting and offset >= body and not columns.text[i].isspace():
            starts.append(i)
            waiting = False
    return starts


def _clusters(source: _Source) -> list[list[TokenMention]]:
    """Clusters and singletons, in the order of their first mentions; a mention is in one only.

    A span of a cluster stands for the mention with the same span, else with the same head;
    else it is a mention of its own. So is a coordination: *Ann and Bob* are not Ann. A name that
    is in no cluster goes to its namesake: it is mostly said of the thing (*a modern Kenya*) or of
    some of its kind (*six Skittles*), and nobody looks for two lines of one name.
    """
    doc, columns = source.doc, source.columns
    mentions = find_mentions(doc, columns)
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
            clusters.append(sorted(members, key=_place))
    clusters.sort(key=lambda cluster: _place(cluster[0]))
    _add_single(source, clusters, [m for m in mentions if m not in taken])
    return sorted((sorted(c, key=_place) for c in clusters), key=lambda c: _place(c[0]))


def _add_single(
    source: _Source, clusters: list[list[TokenMention]], single: Iterable[TokenMention]
) -> None:
    """Add each mention to the first cluster of its name, in place, or as a cluster of its own.

    Not to one with another id; nor a person's name, which coreference left alone since it does not
    agree with the others; nor a name of another type to a person.
    """
    namesakes: dict[str, tuple[list[TokenMention], bool, set[str]]] = {}

    def note(name: str, cluster: list[TokenMention]) -> None:
        if name and name not in namesakes:
            ids = {_id(source, m) for m in cluster} - {""}
            namesakes[name] = cluster, _type(cluster) == "PER", ids

    for cluster in clusters:
        note(normalise(_name(source, cluster)), cluster)
    for m in single:
        name, id_ = normalise(_name(source, [m])), {_id(source, m)} - {""}
        known, person, ids = namesakes.get(name, ([], False, set()))
        if known and m.type != "PER" and not (person and m.type) and len(ids | id_) < 2:
            known.append(m)
            ids |= id_
        else:
            clusters.append([m])
            note(name, clusters[-1])


def _place(m: TokenMention) -> tuple[int, int]:
    return m.start, -m.end


def _name(source: _Source, cluster: Sequence[TokenMention]) -> str:
    """The longest proper name of a cluster, of equally long ones the first; empty without one.

    One that has small letters somewhere is shown with them: a headline's *OSLO* as *Oslo*.
    """
    names = (shown_name(source.columns, m) for m in cluster if m.kind == "named")
    texts = [" ".join(source.text[slice(*_offsets(source, *name))].split()) for name in names]
    longest = max(texts, key=lambda name: name.count(" "), default="")
    same = (text for text in texts if text.casefold() == longest.casefold())
    return next((text for text in same if not text.isupper()), longest)


def _type(cluster: Iterable[TokenMention]) -> str:
    return _vote(m.type for m in cluster if m.kind == "named")


def _id(source: _Source, m: TokenMention) -> str:
    return source.links.get(m.head, "") or linked_id(source.columns, m)


def _entity(source: _Source, cluster: Sequence[TokenMention]) -> Entity:
    named = [m for m in cluster if m.kind == "named"]
    name, type_ = _name(source, cluster), _type(cluster)
    kb_id = _vote(_id(source, m) for m in named)
    return Entity(
        mentions=tuple(_mention(source, m) for m in cluster),
        name=name,
        type=type_,
        id=kb_id or name_id(name, type_),
        kb_id=kb_id or None,
    )


def _generic(source: _Source, clusters: Iterable[Sequence[TokenMention]]) -> Iterator[Entity]:
    """The entities of clusters that have a noun but no proper name."""
    for cluster in clusters:
        kinds = {m.kind for m in cluster}
        if "named" not in kinds and "nominal" in kinds:
            mentions = tuple(_mention(source, m) for m in cluster)
            name = " ".join(next(m.text for m in mentions if m.kind == "nominal").split())
            yield Entity(mentions, name, "", f"generic:{normalise(name)}")


def _vote(values: Iterable[str]) -> str:
    """The most frequent value that is not empty, the first of equals; else the empty string."""
    return next(iter(Counter(filter(None, values)).most_common(1)), ("", 0))[0]


def linked_id(columns: DocColumns, m: TokenMention) -> str:
    """The id that the recognised name of a mention has from a linker, else the empty string.

    A name around the mention or within its own name has another: *Oslo* and *University of Oslo*.
    """
    name = columns.name_at.get(m.head)
    if name is None or not m.start <= name.start <= name.end <= m.end or name.kb_id_ == "NIL":
        return ""
    if m.name[1] and not name.start <= m.name[0] < m.name[1] <= name.end:
        return ""
    return name.kb_id_


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
    columns = source.columns
    start, end = _offsets(source, m.start, m.end)
    words = zip(columns.text[m.start : m.end], columns.pos[m.start : m.end], strict=True)
    return Mention(
        start=start,
        end=end,
        text=source.text[start:end],
        kind=m.kind,
        head=columns.text[m.head],
        head_start=columns.offsets[m.head],
        sentence=place_in(source.starts, m.head),
        words=tuple((word, tag) for word, tag in words if tag != "SPACE"),
        role=role(columns, m.root),
        paragraph=place_in(source.paragraphs, columns.offsets[m.head]),
        quoted=m.head in source.quoted,
    )


def _values(source: _Source) -> Iterator[Value]:
    """The dates, times and amounts of `doc.ents`."""
    for ent in source.columns.entities:
        if ent.label_ in VALUE_TYPES:
            start, end = _offsets(source, ent.start, ent.end)
            sentence = place_in(source.starts, ent.start)
            yield Value(ent.label_, start, end, source.text[start:end], sentence)


def place_in(starts: Sequence[int], at: int) -> int:
    """The index of the part that a place is in, by where the parts start; else `IN_TITLE`."""
    begun = bisect_right(starts, at)
    return begun - 1 if begun else IN_TITLE


def role(columns: DocColumns, i: int) -> str:
    """The relation of a word in Universal Dependencies, from a UD or a CLEAR tree."""
    heads = columns.heads
    return ud_relation(columns.dep[i], columns.pos[heads[heads[i]]])
