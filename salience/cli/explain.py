"""The commands `salience explain` and `salience weights`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, Annotated, Any

import typer

from salience.cli import options as opt
from salience.cli.inputs import items_of
from salience.cli.options import option
from salience.errors import Reject, SalienceError, accepted
from salience.features.groups import GROUPS, group_of
from salience.model.explanation_records import explanation_record, greatest_values
from salience.model.explanations import Explanation
from salience.model.model_card import model_title
from salience.model.salience_model import SalienceModel
from salience.pages.terminal import main_reasons
from salience.text.formatting import one_line
from salience.types import Document, Entity, ScoredDocument

if TYPE_CHECKING:
    import pandas as pd


def explain(
    article: Annotated[str, typer.Argument(help="Article to explain; - for stdin.")],
    entity: Annotated[
        str | None, typer.Argument(help="Name of an entity; without it all salient ones.")
    ] = None,
    *,
    title: opt.Title = None,
    model: opt.Model = opt.MODEL,
    parser: opt.EntityParser,
    threshold: opt.Threshold = None,
    nominal: opt.Nominal = False,
    features: Annotated[
        bool, option("List every feature and what it adds, in place of the reasons.", "--features")
    ] = False,
    reading: opt.Reading,
    as_json: opt.Json = False,
) -> None:
    """Say why an entity is salient or not.

    The three strongest reasons are named, each with a bar, and then the single changes, if any,
    that would take the entity across the threshold. With --features every feature is listed with
    what it adds to the logit of the probability.

    \b
    Example:
      salience explain article.txt "Ada Byrne" --title "Storm hits coast"
      salience explain article.txt "the mayor" --nominal
      salience explain article.txt "Ada Byrne" --features
      salience explain article.txt --json
    """
    from salience.engine.documents import score
    from salience.features.attributes import attributes

    items = items_of([article], reading, title)
    document = _only(article, accepted(items, _refuse))
    loaded, pipeline = opt.load_both(model, parser, reading.max_length)
    [scored] = score(
        [document],
        model=loaded,
        nlp=pipeline,
        threshold=threshold,
        nominal=nominal,
        on_reject=_refuse,
    )
    rows: Any = loaded.complete(attributes(scored.parsed))
    show = _json if as_json else partial(_text, features=features)
    shown = (show(scored, loaded, i, rows[i]) for i in _wanted(scored, entity))
    print(("\n" if as_json else "\n\n").join(shown))


def _only(path: str, documents: Iterator[Document]) -> Document:
    """The only document of a file."""
    first = list(islice(documents, 2))
    if len(first) != 1:
        raise SalienceError(
            f"{path} must have one document, and has {'more' if first else 'none'}. Name the file "
            "of one article."
        )
    return first[0]


def _refuse(reject: Reject) -> None:
    raise SalienceError(str(reject))


def _wanted(scored: ScoredDocument, name: str | None) -> Sequence[int]:
    """Indices of the entities to explain, the most salient first."""
    entities, order = scored.parsed.entities, scored.order()
    if not order:
        raise SalienceError(f"{scored.parsed.document.id} has no named entity to explain.")
    if name is None:
        return [i for i in order if scored.is_salient(i)] or order[:1]
    if named := [i for i in order if name.lower() in _texts(entities[i])]:
        return named
    more = f" and {len(order) - 10} more" if len(order) > 10 else ""
    there = ", ".join(one_line(entities[i].name, 40) for i in order[:10]) + more
    raise SalienceError(f"{scored.parsed.document.id} has no entity {name!r}. There are: {there}.")


def _texts(entity: Entity) -> set[str]:
    texts = (m.text for m in (*entity.mentions, *entity.title_mentions))
    return {text.lower() for text in (entity.name, entity.id, entity.kb_id or "", *texts)} - {""}


def _text(
    scored: ScoredDocument, model: SalienceModel, i: int, row: Any, *, features: bool = False
) -> str:
    entity, threshold = scored.parsed.entities[i], scored.threshold_of(i)
    explanation = model.explain(row)
    salient = scored.is_salient(i)
    opposite = "not " if salient else ""
    lines = [
        f"{one_line(entity.name, 50)} ({entity.type or 'no type'}): {scored.scores[i]:.3f}, "
        f"{'' if salient else 'not '}salient (threshold {threshold:.2f})",
        *(str(explanation).splitlines() if features else _reasons(explanation)),
    ]
    changes = model.counterfactuals(row, threshold, most=greatest_values(scored))
    if changes:
        lines.append(f"It would {opposite}be salient with one of these:")
    else:
        lines.append(f"No single change that was tried would make it {opposite}salient.")
    lines += [f"{change.probability:8.3f}  {one_line(change.words, 70)}" for change in changes]
    return "\n".join(lines)


def _reasons(explanation: Explanation) -> Iterator[str]:
    """The strongest reasons, a line each."""
    reasons = main_reasons(explanation)
    if not reasons:
        yield "  no single reason speaks for it or against it"
    for side, bar, words in reasons:
        yield f"  {side:7}  {bar:10}  {one_line(words, 57)}"


def _json(scored: ScoredDocument, model: SalienceModel, i: int, row: Any) -> str:
    return json.dumps(explanation_record(scored, model, i, row))


def weights(
    model: opt.Model = opt.MODEL,
    limit: Annotated[
        int, option("Number of features of each group to show, up and down.", min=1)
    ] = 5,
    as_json: opt.Json = False,
) -> None:
    """Show the weights that a model has learned.

    The strongest features of each group are listed, upwards and downwards, without head words that
    share their weight with a feature of another group. With --json all features are listed.

    \b
    Example:
      salience weights --limit 3
      salience weights --model my-model --json
    """
    from salience.model.salience_model import load_model

    loaded = load_model(model)
    table = loaded.weights()
    if as_json:
        for row in table.to_dict("records"):
            print(json.dumps(row))
    else:
        print("\n".join(_weight_lines(table, loaded, limit)))


def _weight_lines(table: pd.DataFrame, model: SalienceModel, limit: int) -> Iterator[str]:
    name = model_title(model.card)
    groups = table["group"].unique()
    yield (
        f"{one_line(name, 30) or 'a model'}: {len(table):,} features in {len(groups)} groups, "
        f"bias {model.classifier.intercept_:+.3f}"
    )
    for group in groups:
        own = table[table["group"] == group]
        yield f"\n{one_line(group, 40)}: {len(own):,} feature{'' if len(own) == 1 else 's'}"
        if group in GROUPS and GROUPS[group].open_vocabulary:
            # The weight is not the word's, but that of what many entities have.
            own = own[[_same_group(shared, group) for shared in own["collides_with"]]]
        up, down = own[own["weight"] > 0][:limit], own[own["weight"] < 0][:limit]
        for pair in zip_longest(_cells(up), _cells(down), fillvalue=""):
            yield "{:40}{}".format(*pair).rstrip()
    yield "\n* shares its weight with other features, in the same column"


def _same_group(collides_with: str, group: str) -> bool:
    return all(group_of(other) == group for other in collides_with.split(", ") if other)


def _cells(table: pd.DataFrame) -> Iterator[str]:
    columns = (table[name] for name in ("feature", "weight", "collides_with"))
    for feature, weight, shared in zip(*columns, strict=True):
        yield f"{weight:+8.3f}  {one_line(feature.partition('=')[2], 26)}{'*' if shared else ''}"
