"""What a reader sees: the share of entities that are right in every respect.

    python -m resources.recipes.names.table CORPORA [--set look|releases|second]

The judge (`judges.names`) says what each column means. `report` is only reported; `look` is the set
on which rules are chosen. `releases`, which only reports too, is marked here: `releases.jsonl` has
for each of 20 texts of the corpora its file, id and checksum, and its entities as a type and the
characters of each form, the fullest first; then the forms that count neither way. For `second` the
names of a second reader (`releases-second.jsonl`) are judged as if they were predicted. Intervals
are 95 % percentiles of 1,000 bootstrap samples of documents, seed 0.
"""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from resources.recipes import markdown
from resources.recipes.judges.names import COUNTS, NO_ENTITY, gold_places, judge, shares
from resources.recipes.reading import rows as read_rows
from salience import score
from salience.tables.records import to_record
from salience.types import Document

RELEASES = Path(__file__).with_name("releases.jsonl")
SECOND = Path(__file__).with_name("releases-second.jsonl")
LEAST = 10  # documents from which an interval is given
COLUMNS = {
    "clean F1": "clean_F1",
    "found": "found",
    "precision": "precision",
    "type": "type",
    "spurious": "spurious",
    "split": "split",
    "merged": "merged",
    "most probable is clean": "top",
}
SOURCES = {
    "wikinews": "Wikinews",
    "wikipedia": "openings of Wikipedia",
    "swiss": "Swiss releases",
    "au-pm": "releases of prime ministers",
    "senate-releases": "releases of senators",
    "swiss-2019-2020": "more Swiss releases",
}


def releases(corpora: Path, marks: Path = RELEASES) -> list[dict[str, Any]]:
    """The texts of a file of marks such as `releases.jsonl`, as the judge reads them."""
    marked = read_rows(marks)
    texts = {
        (source, row["id"]): row
        for source in sorted({row["source"] for row in marked})
        for row in read_rows(corpora / source)
    }
    documents = []
    for row in marked:
        record = texts[row["source"], row["id"]]
        text = record["text"]
        if hashlib.sha256(text.encode()).hexdigest()[:16] != row["sha256"]:
            raise ValueError(f"{row['source']}: document {row['id']} is another; get it anew.")
        forms = [(type_, [text[a:b] for a, b in spans]) for type_, *spans in row["entities"]]
        documents.append(
            {
                "id": row["id"],
                "title": record["title"],
                "text": text,
                "source": row["source"].split("/")[1].split(".")[0],
                "entities": [{"name": f[0], "type": type_, "forms": f} for type_, f in forms],
                "ignore": [text[a:b] for a, b in row["ignore"]],
            }
        )
    return documents


def as_predicted(document: Mapping[str, Any]) -> dict[str, Any]:
    """What a reader marked in a document, as the judge reads predicted entities."""
    mentions: dict[int, list[dict[str, Any]]] = {}
    for start, end, entity in gold_places(document):
        if entity != NO_ENTITY:
            mentions.setdefault(entity, []).append({"start": start, "end": end, "kind": "named"})
    entities = document["entities"]
    return {"entities": [{**entities[n], "mentions": own} for n, own in mentions.items()]}


def line(name: str, gold: Sequence[Mapping[str, Any]], predicted: Mapping[str, Any]) -> str:
    """Clean F1 and the last column have their intervals, if there are documents enough."""
    judged = [judge(document, predicted[document["id"]])[0] for document in gold]
    counts = [[counted[name] for name in COUNTS] for counted in judged]
    found, low_high = markdown.bootstrapped(
        counts, lambda total: shares(dict(zip(COUNTS, total.tolist(), strict=True)))
    )
    cells = [
        markdown.percent(found[key], low_high[key])
        if key in ("clean_F1", "top") and len(gold) >= LEAST
        else f"{100 * found[key]:.1f}"
        for key in COLUMNS.values()
    ]
    return markdown.row(name, len(gold), sum(counted["gold"] for counted in judged), *cells)


def main(corpora: Path, part: Annotated[str, typer.Option("--set")] = "report") -> None:
    is_own = part in ("releases", "second")
    gold = releases(corpora) if is_own else read_rows(corpora / f"names/{part}.jsonl")
    predicted: dict[str, Mapping[str, Any]]
    if part == "second":
        predicted = {d["id"]: as_predicted(d) for d in releases(corpora, SECOND)}
    else:
        documents = [Document(d["id"], d["text"], title=d["title"] or None) for d in gold]
        predicted = {str(record["id"]): record for record in map(to_record, score(documents))}
    print(markdown.heading("texts", "documents", "entities", *COLUMNS))
    for source in ("", *SOURCES):
        some = [d for d in gold if not source or d["source"] == source]
        if some:
            print(line(SOURCES.get(source, "all"), some, predicted), flush=True)


if __name__ == "__main__":
    typer.run(main)
