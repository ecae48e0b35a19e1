"""A scored document as HTML, for a notebook and for a page: text, entities, and the reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from salience.display.html import Span, escaped, notebook_palette, outer, page, palette, with_spans
from salience.display.terminal import score_text, threshold_text
from salience.features.attributes import attributes
from salience.model.explanations import Contribution, Explanation
from salience.text.formatting import one_line, sentence_words
from salience.types import Entity, ScoredDocument

MAX_CHARACTERS = 200_000
"""The text of a longer document is cut here; the entities are those of all of it."""

MAX_LISTED = 300
"""Entities in the list, the most salient ones."""

MAX_TIED = 50
"""Entities whose mentions are tied together on hover; with many mentions, fewer (see `_tied`)."""

_STRENGTHS = (4, 13, 22, 30, 37, 41, 44, 46, 48, 50)  # percent of colour, by tenths of probability
_LEVELS = len(_STRENGTHS)
_V = ".salience-view"
_STYLE = (
    palette(_V)
    + notebook_palette(_V)
    + "".join(
        f"{_V} .s{n} {{ background: color-mix(in srgb, var(--c0) {strength}%, var(--pane)); }}\n"
        for n, strength in enumerate(_STRENGTHS)
    )
    + """
V { background: var(--back); color: var(--text); padding: .2rem; width: 100%;
  box-sizing: border-box; container-type: inline-size; }
V * { box-sizing: border-box; }
V h2, V p, V summary, V td { overflow-wrap: anywhere; }
V h2, V summary, V .text { overflow: clip; overflow-clip-margin: .2em; }
V h2 { font-size: 1.2rem; margin: .3rem 0; color: inherit; }
V .dim { color: var(--dim); font-size: .85rem; margin: .3rem 0; }
V .cols { display: grid; grid-template-columns: minmax(0, 3fr) minmax(16rem, 2fr); gap: 1rem; }
V .pane { background: var(--pane); border: 1px solid var(--line); border-radius: .4rem;
  padding: .6rem .9rem; overflow: auto; max-height: 36rem; }
V .text { white-space: pre-wrap; unicode-bidi: isolate; margin: 0; line-height: 1.75; }
V .text br { display: none; }
V .m { color: inherit; border-bottom: 1px dotted var(--dim); border-radius: .15em .15em 0 0;
  padding: 0 .1em; }
V .m.yes { border-bottom: 2px solid var(--c0); }
V sup { color: inherit; font-size: .65em; line-height: 0; padding-left: .15em;
  user-select: none; }
V details { border-radius: .3rem; padding: 0 .3rem; }
V summary .dim { white-space: nowrap; }
V summary { cursor: pointer; display: grid; gap: 0 .6rem; align-items: center; padding: .15rem 0;
  grid-template-columns: 2.2em minmax(0, 1fr) 6rem 2.6em; }
V summary::before { content: "\\25b8"; grid-column: 1; grid-row: 1; color: var(--dim); }
V [open] > summary::before { content: "\\25be"; }
V summary::-webkit-details-marker { display: none; }
V summary > .n { grid-column: 1; grid-row: 1; text-align: right; color: var(--dim); }
V summary > .n, V summary > .p, V td:first-child { font-variant-numeric: tabular-nums; }
V summary > .p { text-align: right; }
V .yes > summary b { font-weight: 700; }
V .no > summary b { font-weight: 400; }
V meter { width: 100%; height: .7rem; background: var(--line); border: 0; border-radius: .2rem; }
V meter::-webkit-meter-bar { background: var(--line); border: 0; border-radius: .2rem; }
V meter::-webkit-meter-optimum-value { background: var(--c0); }
V meter::-moz-meter-bar { background: var(--c0); }
V .line { border-top: 2px dashed var(--dim); color: var(--dim); font-size: .8rem;
  margin: .4rem 0 .2rem; text-align: right; }
V .why { margin: .1rem 0 .6rem 2.2em; font-size: .85rem; }
V .why p { margin: 0; color: var(--dim); }
V table { border-collapse: collapse; border: 0; margin: .3rem 0 0; font-size: inherit; }
V td { padding: .05rem .6rem .05rem 0; text-align: left; vertical-align: top; border: 0;
  background: none; }
V td:first-child { text-align: right; white-space: nowrap; }
V td.of { padding-left: 1rem; }
V tr.sum td { border-top: 1px solid var(--dim); }
V .up { color: var(--c0); } V .down { color: var(--c1); }
V :focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
@container (max-width: 50rem) { V .cols { grid-template-columns: minmax(0, 1fr); }
  V .pane { max-height: 26rem; } }
@container (max-width: 26rem) { V summary .dim { white-space: normal; }
  V summary { grid-template-columns: 2.2em minmax(0, 1fr) 3rem 2.6em; } }
@media print { V .pane { max-height: none; overflow: visible; } }
""".replace("V ", f"{_V} ")
)


def notebook_html(scored: ScoredDocument) -> str:
    """A document as a part of a notebook: what `view_page` shows, with its own style beside it.

    Where a site strips the style, salient entities are still marked and numbered in the text, and
    the list and what is folded in it stand below.

    Example:
        >>> from salience.types import Document, ParsedDocument
        >>> parsed = ParsedDocument(Document("<d1>", "It rained."), (), (), frozenset(), 1)
        >>> "<h2>&lt;d1&gt;</h2>" in notebook_html(ScoredDocument(parsed, (), 0.3))
        True
    """
    return f"<style>{_style([scored])}</style>\n{_view(scored)}"


def view_page(documents: Iterable[ScoredDocument]) -> str:
    """Documents as a page that needs neither network nor scripts.

    Of a document are shown the text with all mentions, in a colour the stronger the more probable
    their entity is; a list of the entities with their probabilities; and behind each, folded, its
    attributes and what each feature contributes (`SalienceModel.explain`), if the document knows
    its model. Text, list and ties have limits: `MAX_CHARACTERS`, `MAX_LISTED`, `MAX_TIED`.
    A document looks the same alone and among others.
    """
    shown = list(documents)
    titles = list(map(_title, shown[:1]))
    if len(shown) > 1:
        titles.append(f"and {len(shown) - 1:,} more")
    body = ["<h1>Entity salience</h1>", *map(_view, shown)]
    return page(" ".join(titles) or "Entity salience", "\n".join(body), style=_style(shown))


def _style(documents: Iterable[ScoredDocument]) -> str:
    """The style of documents, with rules for those entities that are tied in one of them."""
    most = max(map(_tied, documents), default=0)
    tied = ", ".join(f"{_V}:has(.t{n}:hover, .t{n}[open]) .t{n}" for n in range(most))
    ties = f"{tied} {{ outline: 2px solid var(--c1); outline-offset: 0; }}\n"
    return _STYLE + ties * bool(most)


def _title(scored: ScoredDocument) -> str:
    return one_line(scored.parsed.document.title or scored.parsed.document.id)


def _mentions(scored: ScoredDocument) -> int:
    return sum(len(entity.mentions) for entity in scored.parsed.entities)


def _tied(scored: ScoredDocument) -> int:
    """How many entities are tied: a browser looks at all mentions for each, on every move."""
    return min(MAX_TIED, len(scored.scores), max(5, 150_000 // max(_mentions(scored), 1)))


def _view(scored: ScoredDocument) -> str:
    document, order = scored.parsed.document, scored.order()
    rank = {i: n for n, i in enumerate(order)}
    salient = sum(score >= scored.threshold for score in scored.scores)
    text = with_spans(document.text[:MAX_CHARACTERS], _spans(scored, rank))
    text = text.replace("\n", "\n<br>")
    return "\n".join(
        [
            '<div class="salience-view">',
            f"<h2>{escaped(_title(scored))}</h2>",
            f'<p class="dim">{len(order):,} entities, {salient:,} of them salient (probability '
            f"of {threshold_text(scored.threshold)} or more), {_mentions(scored):,} mentions</p>",
            f'<div class="cols"><div class="pane" tabindex="0"><p class="text">{text}</p></div>',
            '<div class="pane" tabindex="0">',
            *_list(scored, order, salient),
            "</div></div>",
            f'<p class="dim">{" ".join(_legend(scored))}</p>',
            "</div>",
        ]
    )


def _spans(scored: ScoredDocument, rank: Mapping[int, int]) -> Iterator[Span]:
    tied = _tied(scored)
    for i, (entity, score) in enumerate(zip(scored.parsed.entities, scored.scores, strict=True)):
        yes = score >= scored.threshold
        level = min(int(score * _LEVELS), _LEVELS - 1)
        shown = score_text(score, scored.threshold)
        title = escaped(f"{one_line(entity.name, 80)}: {shown}")
        tag, number = ("mark", f"<sup>{rank[i] + 1}</sup>") if yes else ("span", "")
        before = f'<{tag} class="m s{level}{_tie(rank[i], tied)}{" yes" * yes}" title="{title}">'
        after = f"{number}</{tag}>"
        for mention in outer(entity.mentions):
            yield Span(mention.start, mention.end, before, after)


def _list(scored: ScoredDocument, order: list[int], salient: int) -> Iterator[str]:
    entities, model = scored.parsed.entities, scored.model
    rows, tied = attributes(scored.parsed), _tied(scored)
    completed: Any = model.complete(rows) if model else rows
    for n, i in enumerate(order[:MAX_LISTED]):
        if n == salient:
            yield _line(scored.threshold)
        score = scored.scores[i]
        yes = "yes" if n < salient else "no"
        yield (
            f'<details class="{yes}{_tie(n, tied)}"><summary><span class="n">{n + 1}</span> '
            f"<span>{_name(entities[i])}</span> "
            f'<meter min="0" max="1" value="{score:.3f}">{"█" * round(10 * score)}</meter> '
            f'<span class="p">{score_text(score, scored.threshold)}</span></summary>'
            f'<div class="why"><p>{_facts(rows[i])}</p>'
        )
        if model:
            yield from _contributions(model.explain(completed[i]))
        yield "</div></details>"
    if order and salient == len(order) <= MAX_LISTED:
        yield _line(scored.threshold)
    if len(order) > MAX_LISTED:
        yield f'<p class="dim">{len(order) - MAX_LISTED:,} more, with less salience</p>'
    if not order:
        yield '<p class="dim">no named entity</p>'


def _name(entity: Entity) -> str:
    n = len(entity.mentions)
    said = " · ".join(filter(None, (entity.type, f"{n:,} mention{'s' * (n != 1)}")))
    return f'<b>{escaped(one_line(entity.name))}</b> <span class="dim">{escaped(said)}</span>'


def _facts(row: Mapping[str, Any]) -> str:
    """The attributes of an entity, in words."""
    sentence = row["first_sentence"]
    first = f"first mentioned in {sentence_words(sentence or 0)}"
    where = "only in the title" if sentence is None else first
    headline = f"; in the headline: {row['headline']}" if row["headline"] else ""
    return escaped(
        f"{where}; head word “{one_line(row['head'], 80)}”, {row['head_count']:,}× in the text; "
        f"mentions: {row['named']:,} named, {row['nominal']:,} nominal, {row['pronominal']:,} "
        f"pronominal, {row['share']:.0%} of all{headline}"
    )


def _contributions(explanation: Explanation) -> Iterator[str]:
    """The contributions as a table; those of a family, such as `order=<=2`, beside their sum."""
    yield f"<table><tr><td>{explanation.bias:+.3f}<td>bias</tr>"
    for name, value, parts in explanation.families():
        if len(parts) == 1:
            yield f"<tr><td>{_signed(value)}<td>{_reason(parts[0])}</tr>"
        else:
            family = f'<span class="dim">{escaped(one_line(name))}: {len(parts)} features</span>'
            said = f"{escaped(one_line(parts[0].words))} {family}"
            yield f"<tr><td>{_signed(value)}<td>{said}</tr>"
            for part in parts:
                yield f'<tr><td><td class="of">{_signed(part.value)} {_reason(part)}</tr>'
    yield (
        f'<tr class="sum"><td>{explanation.logit:+.3f}'
        f"<td>logit: probability {explanation.probability:.3f}</tr></table>"
    )


def _signed(value: float) -> str:
    return f'<span class="{"up" if value >= 0 else "down"}">{value:+.3f}</span>'


def _reason(part: Contribution) -> str:
    shared = f", shared with {', '.join(part.collides_with)}" * bool(part.collides_with)
    feature = escaped(one_line(part.feature + shared))
    return f'{escaped(one_line(part.words))} <span class="dim">{feature}</span>'


def _legend(scored: ScoredDocument) -> Iterator[str]:
    yield (
        "The stronger the colour, the more probable it is that the entity is salient; a solid line "
        "and a number mark the salient ones. Point at a mention or an entity, or unfold the "
        "entity, to see all its mentions."
    )
    if len(scored.scores) > _tied(scored):
        yield f"That works for the {_tied(scored):,} most salient entities."
    if len(scored.parsed.document.text) > MAX_CHARACTERS:
        yield (
            f"Of {len(scored.parsed.document.text):,} characters the first {MAX_CHARACTERS:,} "
            "are shown."
        )


def _tie(rank: int, tied: int) -> str:
    return f" t{rank}" if rank < tied else ""


def _line(threshold: float) -> str:
    return f'<p class="line">threshold {threshold_text(threshold)}</p>'
