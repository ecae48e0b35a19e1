"""What coreference is worth to salience, and which part of it: replaced by gold, a part at a time.

    python -m resources.recipes.coref.salience_table CORPORA
    python -m resources.recipes.coref.salience_table CORPORA --nlp YOURS    # or --coref fastcoref

In the rows *gold …* some of the mentions that were found are given to the entity that they are of:
names to those of their gold entity, and pronouns and noun phrases to the entity with most names of
theirs; what is of no gold entity stands alone. Then the mentions are those of GUM too. The
row *yours* has the clusters of another pipeline, with our names.
Intervals are 95 % percentiles of 500 bootstrap samples of documents, seed 0.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import typer
from spacy.language import Language
from spacy.tokens import Doc

from resources.recipes import markdown
from resources.recipes.judges.entities import TIME, Judge, Rows, stands_for
from resources.recipes.labels.gum import gold_parsed
from resources.recipes.salience.data import gum
from resources.recipes.salience.judging import cell, difference, gold_entities
from salience import load_model, load_pipeline
from salience.components.long_runs import tokenize
from salience.coref.clusters import CLUSTER_KEY, cluster_keys
from salience.coref.sieves import resolve
from salience.engine.tasks import score_parsed
from salience.entities.extraction import parse
from salience.language import ENGLISH
from salience.mentions.doc_columns import DocColumns
from salience.mentions.mention_detection import TokenMention, find_mentions
from salience.model.salience_model import SalienceModel
from salience.pipeline.choices import DEFAULT
from salience.pipeline.windows import annotate
from salience.tables.records import to_record
from salience.text.titles import text_start, titled_text
from salience.types import Document, ParsedDocument

TUNING = "gum-closed"
SETS = {"gum-dev": "GUM dev (development set)", TUNING: "Tuning set"}
NAMES, SPEAKERS, OTHERS, NOUNS = KINDS = ("names", "*I*, *you*", "other pronouns", "noun phrases")
Read = tuple[Document, Doc]
Group = tuple[str, int]
Groups = list[Group]


def kind_of(columns: DocColumns, m: TokenMention) -> str:
    if m.kind != "pronominal":
        return NAMES if m.kind == "named" else NOUNS
    pronoun = ENGLISH.agreement.get(columns.lower[m.start])
    return SPEAKERS if pronoun and pronoun.person in (1, 2) else OTHERS


def joined_names(groups: Sequence[Group], gold: Sequence[Group], named: Sequence[bool]) -> Groups:
    """The groups; names are with their entity, the rest with most of the names of their group."""
    names: dict[Group, Counter[Group]] = defaultdict(Counter)
    for group, entity, is_name in zip(groups, gold, named, strict=True):
        names[group][entity] += is_name
    most = {group: counts.most_common(1)[0] for group, counts in names.items()}
    return [
        entity if is_name else most[group][0] if most[group][1] else group
        for group, entity, is_name in zip(groups, gold, named, strict=True)
    ]


def moved(groups: Sequence[Group], gold: Sequence[Group], which: Sequence[bool]) -> Groups:
    """The groups of mentions; some go to the group that has most others of their entity."""
    others: dict[Group, Counter[Group]] = defaultdict(Counter)
    for group, entity, moves in zip(groups, gold, which, strict=True):
        others[entity][group] += not moves
    most = {entity: counts.most_common(1)[0] for entity, counts in others.items()}
    return [
        group if not moves else most[entity][0] if most[entity][1] else entity
        for group, entity, moves in zip(groups, gold, which, strict=True)
    ]


def clusters_of(read: Read, kinds: Sequence[str]) -> Iterator[list[TokenMention]]:
    """The clusters of the rules, of which the mentions of some kinds go where gold has them."""
    document, doc = read
    columns = DocColumns.from_doc(doc)
    mentions, shift = find_mentions(columns), text_start(document.title)
    groups: Groups = [("alone", i) for i in range(len(mentions))]
    for n, cluster in enumerate(resolve(columns, mentions)):
        for i in cluster:
            groups[i] = ("rules", n)
    gold: Groups = []
    for i, m in enumerate(mentions):
        span = doc[m.start : m.end]
        place = (span.start_char - shift, span.end_char - shift)
        found = stands_for(document.meta["entities"], place)
        gold.append(("no entity", i) if found is None else ("gold", found[0]))
    of_kind = [kind_of(columns, m) for m in mentions]
    for kind in kinds:
        which = [k == kind for k in of_kind]
        groups = (joined_names if kind == NAMES else moved)(groups, gold, which)
    clusters: dict[Group, list[int]] = defaultdict(list)
    for i, group in enumerate(groups):
        clusters[group].append(i)
    for cluster in clusters.values():
        # A name alone may still be joined with its like, but not where gold leaves it alone.
        if len(cluster) > 1 or of_kind[cluster[0]] in kinds:
            yield [mentions[i] for i in cluster]


def parsed(read: Read, kinds: Sequence[str] | None) -> ParsedDocument:
    """`kinds` is None without coreference."""
    document, doc = read
    for key in list(doc.spans):
        del doc.spans[key]
    for n, cluster in enumerate(clusters_of(read, kinds) if kinds is not None else ()):
        doc.spans[f"{CLUSTER_KEY}{n}"] = [doc[m.start : m.end] for m in cluster]
    return parse(doc, document)


def with_gold_mentions(read: Read) -> ParsedDocument:
    document, doc = read
    named = [e for e in document.meta["entities"] if e["named"] and e["type"] != TIME]
    return gold_parsed(doc, document, named, parsed(read, ()))


def with_clusters_of(nlp: Language, read: Read) -> ParsedDocument:
    document, doc = read
    [theirs] = annotate(nlp, [tokenize(nlp, doc.text)], batch_size=1)
    for key in cluster_keys(doc):
        del doc.spans[key]
    for key in cluster_keys(theirs):
        places = (doc.char_span(m.start_char, m.end_char) for m in theirs.spans[key])
        doc.spans[key] = [place for place in places if place is not None]
    return parse(doc, document)


SYSTEMS: dict[str, Callable[[Read], ParsedDocument]] = {
    "none": partial(parsed, kinds=None),
    "rules": partial(parsed, kinds=()),
    **{f"gold {kind}": partial(parsed, kinds=(kind,)) for kind in KINDS},
    "gold coreference": partial(parsed, kinds=KINDS),
    "gold mentions too": with_gold_mentions,
}


def row(name: str, rows: Rows, base: Rows, genres: Sequence[np.ndarray]) -> str:
    cells = [name]
    for measure in (Rows.ap, Rows.f1):
        gain = "" if rows is base else markdown.points(*difference(rows, base, measure))
        cells += [cell(rows, measure), gain]
    parts = (rows.select(genre) for genre in genres)
    cells += [f"{100 * part.ap():.0f} / {100 * part.f1():.0f}" for part in parts]
    return markdown.row(*cells)


def table(corpora: Path, name: str, model: SalienceModel, yours: Language | None) -> Iterator[str]:
    nlp, gold = load_pipeline(coref="none", fast=True), gold_entities(corpora, name)
    documents = list(gum(corpora, name))
    texts = (tokenize(nlp, titled_text(d.title, d.text)) for d in documents)
    read = list(zip(documents, annotate(nlp, texts, batch_size=16), strict=True))
    systems = SYSTEMS | ({"yours": partial(with_clusters_of, yours)} if yours else {})
    judged = {
        system: Judge(gold, [to_record(score_parsed(parse_as(r), model)) for r in read]).given()
        for system, parse_as in systems.items()
    }
    of_each = np.array([document["genre"] for document in gold.values()])
    genres = {g: of_each == g for g in sorted(set(of_each)) if name == TUNING}
    more = "less rules (95 %)"
    yield markdown.heading("coreference", "AP (95 %)", more, "F1 (95 %)", more, *genres)
    for system, rows in judged.items():
        yield row(system, rows, judged["rules"], list(genres.values()))


def main(corpora: Path, nlp: str = DEFAULT, coref: str = "none") -> None:
    model, is_yours = load_model(), (nlp, coref) != (DEFAULT, "none")
    yours = load_pipeline(nlp, coref=coref) if is_yours else None
    for name, title in SETS.items():
        print(f"\n**{title}**" + (": AP / F1 by genre on the right" if name == TUNING else ""))
        print()
        print("\n".join(table(corpora, name, model, yours)), flush=True)


if __name__ == "__main__":
    typer.run(main)
