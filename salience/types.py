"""The values that all rooms exchange: frozen, plain, and without spaCy."""

from __future__ import annotations

import math
import pkgutil
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, Protocol

Kind = Literal["named", "nominal", "pronominal"]

Record = dict[str, Any]
"""A JSON object: of a document with its entities, or a row of a table."""

NOMINAL_ID = "nominal:"
"""How the ids of entities without a name begin."""

COARSE_TYPES = ("PER", "ORG", "LOC", "MISC")
"""The types of names that recognisers, models of salience and rules of names know."""
FINE_TYPES = ("EVENT", "WORK", "PRODUCT")
"""Types of what is `MISC` for them, and is told apart where that is sure."""
TYPES = (*COARSE_TYPES[:-1], *FINE_TYPES, COARSE_TYPES[-1])
"""The types of entities; `MISC` is the rest."""

IN_TITLE = -1
"""Sentence and paragraph of a mention in the headline, also where the text repeats it at its start.
"""


_RECORDS = "salience.tables.records:to_record"


def coarse_type(type_: str) -> str:
    """The type that models and rules of names know: `MISC` for events, works and products.

    Example:
        >>> [coarse_type(type_) for type_ in ("PER", "EVENT", "WORK", "PRODUCT", "MISC", "")]
        ['PER', 'MISC', 'MISC', 'MISC', 'MISC', '']
    """
    return COARSE_TYPES[-1] if type_ in FINE_TYPES else type_


class Figures:
    """A result that is a dataclass of plain values, such as scores."""

    __slots__ = ()

    def to_dict(self) -> Record:
        """The fields by name, as JSON has them."""
        return asdict(self)  # type: ignore[call-overload, no-any-return]


class Recorded:
    """A document with its entities, which has a JSON record."""

    __slots__ = ()

    def to_dict(self, *, dates: bool = False, shares: bool = False, texts: bool = False) -> Record:
        """The JSON record: a line of `salience label`, `score` or `names`; docs/formats.md says it.

        Args:
            dates: Whether dates, times and amounts are there, as `values`.
            shares: Whether scores are there as shares of all in the document, as `score_share`.
            texts: Whether title, text and date of the document are there.
        """
        record: Record = pkgutil.resolve_name(_RECORDS)(
            self, dates=dates, shares=shares, texts=texts
        )
        return record


def short_repr(text: str, width: int = 60) -> str:
    """A text in quotation marks, cut to a width: what a `repr` shows of it."""
    return repr(text if len(text) <= width else f"{text[: width - 1]}…")


@dataclass(frozen=True, slots=True)
class Document:
    """A document as it comes: text, and where there is one, a title and abstracts.

    Attributes:
        id: Unique within a corpus.
        text: The body. All offsets in the library are Python string offsets into it.
        title: The headline, or None. It need not be repeated in the text.
        abstracts: Summaries that people wrote; empty for a document to be scored.
        meta: Any other fields of the input, carried along.

    Example:
        >>> Document("d1", "NASA landed a rover.", title="A landing").abstracts
        ()
    """

    id: str
    text: str
    title: str | None = None
    abstracts: tuple[str, ...] = ()
    meta: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Document {short_repr(self.id)}: {short_repr(self.title or self.text)}>"


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a text where an entity is spoken of.

    Attributes:
        start, end: Character offsets into the text, or into the title for a mention of
            `Entity.title_mentions`.
        text: What was read there: `text[start:end]` in its clean form.
        kind: `named` (*Barack Obama*), `nominal` (*the president*) or `pronominal` (*he*).
        head: The head token: *Boehner* of *John Boehner Jr.*, else the syntactic head.
        head_start: Character offset of the head token.
        sentence: Index of the sentence from 0; `IN_TITLE` (-1) in the headline.
        words: The words of the mention with their universal POS tags.
        role: Universal dependency relation of the mention's root, such as `nsubj`.
        paragraph: The same of paragraphs.
        quoted: Whether the head stands inside of quotation marks.
        before, after: The words beside it in its sentence, lower-cased; empty where there is none.
        governor: What its root hangs on in the tree: relation and lemma, such as `nsubj:meet`.
    """

    start: int
    end: int
    text: str
    kind: Kind
    head: str
    head_start: int
    sentence: int
    words: tuple[tuple[str, str], ...] = ()
    role: str = ""
    paragraph: int = 0
    quoted: bool = False
    before: str = ""
    after: str = ""
    governor: str = ""

    def __repr__(self) -> str:
        return f"<Mention {short_repr(self.text)}, {self.kind}, {self.start} to {self.end}>"


@dataclass(frozen=True, slots=True)
class Entity:
    """Someone or something that a document speaks of: its mentions, merged by coreference and name.

    Attributes:
        mentions: Those in the text, in its order; empty if the headline alone names it.
        name: The longest proper name among its mentions, the first of equals.
        type: `PER` (also animals and fictional beings), `ORG`, `LOC`; `EVENT`, `WORK` or `PRODUCT`
            where that is sure; `MISC` for the rest, such as laws and awards.
        id: Equal across documents: a linked id, or `name:<normalised name>|<type>`, in which
            events, works and products are `MISC` too.
        kb_id: The id in a knowledge base, where a linker gave one.
        title_mentions: Those in the headline, in its order, with offsets into the title.

    An entity without a name (*the mayor*), which is found only on request, has the longest of its
    nominal mentions as its name, and an id of its own: `nominal:<document>:<start>`.
    """

    mentions: tuple[Mention, ...]
    name: str
    type: str
    id: str
    kb_id: str | None = None
    title_mentions: tuple[Mention, ...] = ()

    def __repr__(self) -> str:
        n = len(self.mentions)
        return f"<Entity {short_repr(self.name)}, {self.type}, {n} mention{'s' * (n != 1)}>"

    @property
    def first_mention(self) -> Mention:
        """The first in the text; of an entity of the headline alone, the first there."""
        return (self.mentions or self.title_mentions)[0]

    @property
    def is_nominal(self) -> bool:
        """Whether it is found only on request: none of its mentions is a name."""
        return all(m.kind != "named" for m in (*self.mentions, *self.title_mentions))


@dataclass(frozen=True, slots=True)
class Value:
    """A date, a time, an amount or a number in a text, which is no entity.

    Attributes:
        type: `DATE`, `TIME`, `MONEY`, `QUANTITY` or `PERCENT`, as OntoNotes has them.
        start, end: Character offsets into the text.
        text: `text[start:end]`.
        sentence: Index of the sentence from 0; `IN_TITLE` in a title repeated at the start.
    """

    type: str
    start: int
    end: int
    text: str
    sentence: int


@dataclass(frozen=True, slots=True)
class ParsedDocument(Recorded):
    """A document with its entities: all that the rest of the library needs to know of it.

    Attributes:
        document: Where it came from.
        entities: In the order of their first mentions in the text, after those of the headline
            alone.
        head_counts: Per entity, how often the head word of its first mention occurs in the text.
        n_sentences: Number of sentences, a repeated title left out.
        warnings: What was odd about the text, in words.
        generic: Entities of abstracts without a proper name, called by their first mention.
        n_paragraphs: Number of paragraphs, a repeated title left out.
        values: Dates, times and amounts, in the order of the text.
        sentence_words: Per sentence, the lemmas of its content words, lower-cased, in their order.
        title_words: Those of the headline, also where the text repeats it at its start.
        language: The code of the language by whose rules it was read.
    """

    document: Document
    entities: tuple[Entity, ...]
    head_counts: tuple[int, ...]
    n_sentences: int
    warnings: tuple[str, ...] = ()
    generic: tuple[Entity, ...] = ()
    n_paragraphs: int = 1
    values: tuple[Value, ...] = ()
    sentence_words: tuple[tuple[str, ...], ...] = ()
    title_words: tuple[str, ...] = ()
    language: str = "en"

    def __repr__(self) -> str:
        return f"<ParsedDocument {short_repr(self.document.id)}, {len(self.entities)} entities>"


@dataclass(frozen=True, slots=True)
class LinkedWord:
    """A word of a document, with its place, that an aligner of words linked with one of an
    abstract.
    """

    start: int
    end: int
    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """An entity of an abstract, aligned with an entity of the document.

    Attributes:
        abstract: Index of the abstract.
        mention: The mention in the abstract that matched (offsets into that abstract).
        entity: Index of the document entity that it was aligned with.
        document_mention: The document mention that matched.
        rule: Name of the rule that matched, such as `head`.
        candidates: Indices of all document entities that matched, in order.
        confidence: How often the rule was right where people had aligned, from 0 to 1, if known.
        linked: By the rule `words`, the word of the document mention that is linked.
    """

    abstract: int
    mention: Mention
    entity: int
    document_mention: Mention
    rule: str
    candidates: tuple[int, ...]
    confidence: float | None = None
    linked: LinkedWord | None = None


NOT_FOUND = "not found"
"""Of the reasons of `Unaligned`, that of a name whose words the document has."""


@dataclass(frozen=True, slots=True)
class Unaligned:
    """An entity of abstract `abstract` that was aligned with nothing, by its first mention, and
    why.

    Reasons are `not in the document` (no word of its name is there), `only generic mentions`, and
    `not found`.
    """

    abstract: int
    mention: Mention
    reason: str


@dataclass(frozen=True, slots=True)
class Alignments:
    """What became of the entities of abstracts, by abstract and in its order."""

    aligned: tuple[Alignment, ...]
    unaligned: tuple[Unaligned, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """The silver label of an entity: salient if an abstract mentions it, `grade` how many do."""

    salient: bool
    grade: int
    ambiguous: bool
    evidence: tuple[Alignment, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledDocument(Recorded):
    """A document whose entities have silver labels: `labels[i]` belongs to `parsed.entities[i]`.

    `unaligned` has the entities of its abstracts that made no label; `pipeline` says what read the
    document, such as `en_salience_sm-1.8.0`, and is empty where that is not known.
    """

    parsed: ParsedDocument
    labels: tuple[Label, ...]
    unaligned: tuple[Unaligned, ...] = ()
    pipeline: str = ""

    def __repr__(self) -> str:
        salient, n = sum(label.salient for label in self.labels), len(self.labels)
        id = short_repr(self.parsed.document.id)
        return f"<LabelledDocument {id}, {salient} of {n} entities salient>"


class ScoringModel(Protocol):
    """What a scored document asks of the model that scored it: to explain its entities."""

    def complete(self, table: Any, /) -> Any:
        """Rows of all entities of a document, with the attributes that need all of them."""

    def explain(self, entity: Any, /) -> Any:
        """What each feature of one such row contributes."""


@dataclass(frozen=True, slots=True)
class ScoredDocument(Recorded):
    """A document whose entities have probabilities. A notebook shows it as `salience view` does.

    Attributes:
        parsed: The document and its entities.
        scores: Probability of being salient, per entity of `parsed.entities`.
        threshold: Entities with at least this score are predicted to be salient.
        nominal_threshold: The same of entities without a name; None if it is `threshold`.
        model: What scored it, so that it can be explained; no part of what makes two equal.
        shown: Indices of the entities that tables, records and pages have; None for all.
        unnamed: The `topic`, where it is none of the entities; those without a name were looked for
            because no name is salient.
    """

    parsed: ParsedDocument
    scores: tuple[float, ...]
    threshold: float
    model: ScoringModel | None = field(default=None, repr=False, compare=False)
    shown: frozenset[int] | None = field(default=None, repr=False)
    nominal_threshold: float | None = None
    unnamed: str = ""

    def __repr__(self) -> str:
        id, n = short_repr(self.parsed.document.id), len(self.scores)
        return f"<ScoredDocument {id}, {self.n_salient} of {n} entities salient>"

    def __str__(self) -> str:
        """The ranking as a table, as `salience score` prints it."""
        return shown_as("text", self) or repr(self)

    def threshold_of(self, i: int) -> float:
        """The score from which an entity is predicted to be salient, by its index."""
        if self.nominal_threshold is None or not self.parsed.entities[i].is_nominal:
            return self.threshold
        return self.nominal_threshold

    def is_salient(self, i: int) -> bool:
        """Whether an entity is predicted to be salient, by its index."""
        return self.scores[i] >= self.threshold_of(i)

    @property
    def n_salient(self) -> int:
        """How many entities are predicted to be salient, whether they are shown or not."""
        return sum(map(self.is_salient, range(len(self.scores))))

    def order(self) -> list[int]:
        """Indices of the entities: salient ones, then the others, by falling score in both.

        Equal ones come in the order of the text.
        """
        shown = range(len(self.scores)) if self.shown is None else self.shown
        return sorted(shown, key=lambda i: (not self.is_salient(i), -self.scores[i], i))

    def shares(self) -> tuple[float, ...]:
        """The probabilities as shares of their sum, per entity of `parsed.entities`.

        They sum to 1 in a document and do not compare across documents. Without an entity there are
        none; where all probabilities are 0, all shares are equal.

        Example:
            >>> parsed = ParsedDocument(Document("d", ""), (), (), 1)
            >>> ScoredDocument(parsed, (0.9, 0.3), threshold=0.3).shares()
            (0.75, 0.25)
        """
        total = math.fsum(self.scores)
        return tuple(score / total if total else 1 / len(self.scores) for score in self.scores)

    @property
    def unnamed_topic(self) -> int | None:
        """The index of the `topic` among the entities; None without `nominal`, or without one."""
        entities = self.parsed.entities
        best = max(range(len(entities)), key=lambda i: self.scores[i], default=None)
        if best is None or not entities[best].is_nominal or not self.is_salient(best):
            return None
        return None if self._has_salient_name() else best

    def _has_salient_name(self) -> bool:
        entities = enumerate(self.parsed.entities)
        return any(not e.is_nominal and self.is_salient(i) for i, e in entities)

    @property
    def topic(self) -> str:
        """What a document is about that is hardly about any name, as it is shown; else empty.

        It has no name, is salient, and is more probable than all entities that have one, of which
        none is salient.

        Example:
            >>> from salience import analyze
            >>> analyze("A storm broke trees. The storm then stopped trains. It went on.").topic
            'storm'
        """
        if self._has_salient_name():
            return ""
        index = self.unnamed_topic
        return self.unnamed if index is None else self.parsed.entities[index].name

    def only(
        self, *, top: int | None = None, types: Collection[str] | None = None, salient: bool = False
    ) -> ScoredDocument:
        """The same document, of which fewer entities are shown.

        Args:
            top: So many, the most salient ones.
            types: Those of these types, such as `PER`.
            salient: Those that reach the threshold.
        """
        kept = [
            i
            for i in self.order()
            if (types is None or self.parsed.entities[i].type in types)
            and (not salient or self.is_salient(i))
        ]
        return replace(self, shown=frozenset(kept[:top]))

    def ranked(self) -> list[tuple[Entity, float]]:
        """The entities that are shown with their probabilities, the most salient first.

        Those below the threshold are there too; of equal ones, that comes first which is mentioned
        first.

        Example:
            >>> def entity(name, type):
            ...     return Entity((Mention(0, 3, name, "named", name, 0, 0),), name, type, name)
            >>> entities = entity("Ann", "PER"), entity("Rome", "LOC"), entity("Cem", "PER")
            >>> parsed = ParsedDocument(Document("d1", ""), entities, (1, 1, 1), 1)
            >>> scored = ScoredDocument(parsed, (0.2, 0.8, 0.2), threshold=0.3)
            >>> [(entity.name, probability) for entity, probability in scored.ranked()]
            [('Rome', 0.8), ('Ann', 0.2), ('Cem', 0.2)]
            >>> [entity.name for entity, _ in scored.only(types=["PER"], top=1).ranked()]
            ['Ann']
        """
        return [(self.parsed.entities[i], self.scores[i]) for i in self.order()]

    def _repr_html_(self) -> str | None:
        return shown_as("html", self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        # IPython prints this where it can't show HTML.
        printer.text(str(self))


Result = LabelledDocument | ScoredDocument | ParsedDocument
"""What files of results are made of: documents with their entities, labelled, scored or neither."""

_DISPLAY: dict[tuple[str, str], str] = {}


def register_display(kind: str, *, html: str, text: str) -> None:
    """Set the functions by which notebooks show values of a class: `module:function`."""
    _DISPLAY.update({(kind, "html"): html, (kind, "text"): text})


def shown_as(form: Literal["html", "text"], value: object) -> str | None:
    """A value as notebooks show it; None if nothing was registered for its class."""
    if not (name := _DISPLAY.get((type(value).__name__, form))):
        return None
    text: str = pkgutil.resolve_name(name)(value)
    return text
