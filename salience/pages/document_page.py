"""A scored document as HTML, for a notebook and for a page: text, entities, and the reasons."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from salience.features.attributes import attributes
from salience.model.explanations import Explanation
from salience.pages.html import render
from salience.pages.spans import Span, outer, shown_title, with_spans
from salience.pages.terminal import score_text, thresholds_text
from salience.text.formatting import one_line, sentence_words
from salience.types import Entity, Mention, ScoredDocument

MAX_CHARACTERS = 200_000
"""The text of a longer document is cut here; the entities are those of all of it."""

MAX_LISTED = 300
"""Entities in the list, the most salient ones."""

MAX_NAMED = 3
"""Entities that are named beside a document in the list of contents."""

MAX_TIED = 50
"""Entities whose mentions are all shown on hover; with many mentions, fewer (see `_tied`)."""

STRENGTHS = (4, 13, 22, 30, 37, 41, 44, 46, 48, 50)
"""Percent of colour, by tenths of probability."""


def notebook_html(scored: ScoredDocument) -> str:
    """A document as a part of a notebook: what `view_page` shows of it, with its style."""
    return render("pages/templates/notebook.html", document=_View(scored), **_style([scored]))


def view_page(documents: Iterable[ScoredDocument], *, shares: bool = False) -> str:
    """Documents as a page that needs neither network nor scripts, with a list of several.

    Args:
        documents: In their order on the page.
        shares: Whether scores are shown as shares too, which sum to 1 in a document.
    """
    shown = list(documents)
    title = _title(shown[0]) if shown else "Entity salience"
    if len(shown) > 1:
        title += f" and {len(shown) - 1:,} more"
    return render(
        "pages/templates/document_page.html",
        title=title,
        entries=[(_title(scored), _salient_names(scored)) for scored in shown],
        documents=[_View(scored, shares=shares) for scored in shown],
        **_style(shown),
    )


def _style(documents: Iterable[ScoredDocument]) -> dict[str, Any]:
    """What the style needs: rules for the entities that are tied in one of the documents."""
    return {"strengths": STRENGTHS, "most_tied": max(map(_tied, documents), default=0)}


def _title(scored: ScoredDocument) -> str:
    return one_line(scored.parsed.document.title or scored.parsed.document.id)


def _salient_names(scored: ScoredDocument) -> str:
    """The most salient entities of a document, for the list of contents."""
    salient = [scored.parsed.entities[i].name for i in scored.order() if scored.is_salient(i)]
    return one_line(", ".join(salient[:MAX_NAMED]), 120)


def _mentions(scored: ScoredDocument) -> int:
    return sum(len(scored.parsed.entities[i].mentions) for i in scored.order())


def _tied(scored: ScoredDocument) -> int:
    """How many entities are tied to all their mentions, which is slow in browsers."""
    return min(MAX_TIED, len(scored.order()), max(5, 150_000 // max(_mentions(scored), 1)))


_Shown = Mapping[str, Any]
"""What the template shows of an entity, in the text and in the list."""


class _View:
    """What the template shows of a scored document."""

    def __init__(self, scored: ScoredDocument, *, shares: bool = False) -> None:
        self._scored = scored
        self._shares = scored.shares() if shares else None
        text = scored.parsed.document.text
        self.threshold = thresholds_text(scored)
        self._order = scored.order()
        self.topic = one_line(scored.topic, 80)
        self.entities = len(self._order)
        self.hidden = len(scored.scores) - self.entities
        self.salient = sum(map(scored.is_salient, self._order))
        self.mentions = _mentions(scored)
        self.tied = _tied(scored)
        self.characters = len(text)
        self.shown_characters = min(len(text), MAX_CHARACTERS)
        self.unlisted = max(self.entities - MAX_LISTED, 0)
        self._entities = [self._entity(position, i) for position, i in enumerate(self._order)]
        title = shown_title(scored.parsed.document)
        self.title_pieces = with_spans(title, self._spans(lambda entity: entity.title_mentions))
        spans = self._spans(lambda entity: entity.mentions)
        self.pieces = with_spans(text[:MAX_CHARACTERS], spans)

    def listed(self) -> Iterator[tuple[_Shown, str, Explanation | None]]:
        """The entities of the list, most salient first, with their attributes and reasons."""
        parsed, model = self._scored.parsed, self._scored.model
        listed = zip(self._entities[:MAX_LISTED], self._order, strict=False)
        if not parsed.n_sentences:  # it was not read, but its scores were
            for entity, i in listed:
                yield entity, _kinds(parsed.entities[i]), None
            return
        rows = attributes(parsed)
        completed: Any = model.complete(rows) if model else rows
        for entity, i in listed:
            yield entity, _facts(rows[i]), model.explain(completed[i]) if model else None

    def _entity(self, position: int, index: int) -> _Shown:
        entity, score = self._scored.parsed.entities[index], self._scored.scores[index]
        probability = score_text(score, self._scored.threshold_of(index))
        return {
            "position": position,
            "name": one_line(entity.name),
            "type": entity.type,
            "kb_id": one_line(entity.kb_id or ""),
            "mentions": len(entity.mentions),
            "score": score,
            "probability": probability,  # with two decimals, on its side of the threshold
            "share": f"{self._shares[index]:.3f}" if self._shares else "",
            "salient": self._scored.is_salient(index),
            "tie": f" t{position}" if position < self.tied else "",  # a class
            "level": min(int(score * len(STRENGTHS)), len(STRENGTHS) - 1),  # of colour
            "title": f"{one_line(entity.name, 80)}: {probability}",
            "bar": "█" * round(10 * score),  # where the browser shows no meter
        }

    def _spans(self, mentions_of: Callable[[Entity], Sequence[Mention]]) -> Iterator[Span[_Shown]]:
        # In the order of the document: of two entities at one place the first one is marked.
        for i, shown in sorted(zip(self._order, self._entities, strict=True), key=itemgetter(0)):
            for mention in outer(mentions_of(self._scored.parsed.entities[i])):
                yield Span(mention.start, mention.end, shown)


def _kinds(entity: Entity) -> str:
    """The mentions of an entity by their kind."""
    if not entity.mentions:
        return "only in the headline"
    kinds = Counter(mention.kind for mention in entity.mentions)
    counted = ", ".join(f"{kinds[kind]:,} {kind}" for kind in ("named", "nominal", "pronominal"))
    return f"mentions: {counted}{'; in the headline' if entity.title_mentions else ''}"


def _facts(row: Mapping[str, Any]) -> str:
    """The attributes of an entity, in words."""
    sentence = row["first_sentence"]
    head = f"“{one_line(row['head'], 80)}” {row['head_count']:,}× in the text"
    if sentence is None:
        return f"only in the headline; {head}"
    also = " and in the headline" if row["headline"] else ""
    return (
        f"first mentioned in {sentence_words(sentence)}{also}; {head}; "
        f"mentions: {row['named']:,} named, {row['nominal']:,} nominal, {row['pronominal']:,} "
        f"pronominal, {row['share']:.0%} of all"
    )
