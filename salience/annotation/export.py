"""A sample as tasks for other tools: Label Studio and Prodigy, in the JSON that they document.

Label Studio: https://labelstud.io/guide/task_format and https://labelstud.io/guide/predictions.
Prodigy: https://prodi.gy/docs/api-interfaces#choice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from salience.metrics.agreement import RATINGS
from salience.tables.records import to_json
from salience.types import Record

NO_TYPE = "NAME"
"""The label of a mention whose entity has no type: both tools need one."""

_OPTIONS = (
    "the document is about it",
    "it matters to what the document says",
    "it is there, but matters little",
    "the document could do without it",
)


def label_studio(records: Sequence[Record]) -> Iterator[str]:
    """A JSON list with a task per document, whose entities are predictions.

    Each mention is a region with the type of its entity. A rating belongs to the first mention of
    an entity; the others are related to it. The labelling interface is in docs/formats.md.

    Args:
        records: What `annotation.ratings.read_sample` gives.
    """
    yield json.dumps([_task(record) for record in records], indent=1)


def prodigy(records: Sequence[Record]) -> Iterator[str]:
    """JSON lines with a task per entity, for Prodigy's interface `choice`.

    The mentions of the entity are marked in the text, and the ratings are the options.

    Args:
        records: What `annotation.ratings.read_sample` gives.
    """
    for number, record in enumerate(records, 1):
        yield from map(to_json, _tasks(number, record))


EXPORTS: Mapping[str, tuple[str, Callable[[Sequence[Record]], Iterator[str]]]] = {
    "label-studio": (".json", label_studio),
    "prodigy": (".jsonl", prodigy),
}
"""By the name of a tool, the ending of its files and what makes their lines."""


def _task(record: Record) -> Record:
    return {
        "data": {"id": record["id"], "title": record["title"], "text": record["text"]},
        "predictions": [
            {
                "model_version": record.get("pipeline", "salience"),
                "result": [
                    item
                    for i, entity in enumerate(record["entities"])
                    for item in _regions(i, entity)
                ],
            }
        ],
    }


def _regions(index: int, entity: Record) -> Iterator[Record]:
    """The mentions of an entity, and what ties all but the first to the first."""
    for i, mention in enumerate(entity["mentions"]):
        yield {
            "id": f"e{index}m{i}",
            "from_name": "type",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": mention["start"],
                "end": mention["end"],
                "text": mention["text"],
                "labels": [entity["type"] or NO_TYPE],
            },
        }
    for i in range(1, len(entity["mentions"])):
        yield {
            "type": "relation",
            "from_id": f"e{index}m{i}",
            "to_id": f"e{index}m0",
            "direction": "right",
        }


def _tasks(number: int, record: Record) -> Iterator[Record]:
    for i, entity in enumerate(record["entities"]):
        label = entity["type"] or NO_TYPE
        yield {
            "text": record["text"],
            "spans": [
                {"start": mention["start"], "end": mention["end"], "label": label}
                for mention in entity["mentions"]
            ],
            "label": entity["name"],
            "options": [
                {"id": rating, "text": f"{rating}: {words}"}
                for rating, words in zip(RATINGS, _OPTIONS, strict=True)
            ],
            "meta": {"id": record["id"], "title": record["title"], "document": number, "entity": i},
        }
