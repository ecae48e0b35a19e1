"""A sample as tasks for other tools: Label Studio and Prodigy, in the JSON that they document.

Label Studio: https://labelstud.io/guide/task_format and https://labelstud.io/guide/predictions.
Prodigy: https://prodi.gy/docs/api-interfaces#choice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence

from salience.errors import CorpusError
from salience.evaluation.agreement import RATINGS
from salience.tables.records import to_json
from salience.types import Record

NO_TYPE = "NAME"
"""The label of a mention whose entity has no type: both tools need one."""

_GAP = "\n\n"
_OPTIONS = (
    "the document is about it",
    "it matters to what the document says",
    "it is there, but matters little",
    "the document could do without it",
)


def label_studio(records: Sequence[Record]) -> Iterator[str]:
    """A JSON list with a task per document, whose entities are predictions.

    The headline is the first paragraph of the text. Each mention is a region with the type of its
    entity. A rating belongs to the first mention of an entity; the others are related to it. The
    labelling interface is in docs/formats.md.
    """
    yield json.dumps([_task(record) for record in records], indent=1)


def prodigy(records: Sequence[Record]) -> Iterator[str]:
    """JSON lines with a task per entity, for Prodigy's interface `choice`.

    The headline is the first paragraph of the text. The mentions of the entity are marked there,
    and the ratings are the options.
    """
    for number, record in enumerate(records, 1):
        yield from map(to_json, _tasks(number, record))


EXPORTS: Mapping[str, tuple[str, Callable[[Sequence[Record]], Iterator[str]]]] = {
    "label-studio": (".json", label_studio),
    "prodigy": (".jsonl", prodigy),
}
"""By the name of a tool, the ending of its files and what makes their lines."""


def _text(record: Record) -> str:
    """The text with its headline, as it is shown."""
    if "text" not in record:
        raise CorpusError(
            f"the sample has no text of document {record['id']!r}: an earlier version drew it, and "
            "an export shows texts. Draw the sample again."
        )
    return f"{record['title']}{_GAP}{record['text']}" if record["title"] else str(record["text"])


def _mentions(record: Record, entity: Record) -> list[Record]:
    """The mentions of an entity with their places in what is shown."""
    shift = len(record["title"]) + len(_GAP) if record["title"] else 0
    in_text = [m | {name: m[name] + shift for name in ("start", "end")} for m in entity["mentions"]]
    return [*entity["title_mentions"], *in_text]


def _task(record: Record) -> Record:
    return {
        "data": {"id": record["id"], "text": _text(record)},
        "predictions": [
            {
                "model_version": record.get("pipeline", "salience"),
                "result": [
                    item
                    for i, entity in enumerate(record["entities"])
                    for item in _regions(i, entity["type"], _mentions(record, entity))
                ],
            }
        ],
    }


def _regions(index: int, type: str, mentions: Sequence[Record]) -> Iterator[Record]:
    """The mentions of an entity, and what ties all but the first to the first."""
    for i, mention in enumerate(mentions):
        yield {
            "id": f"e{index}m{i}",
            "from_name": "type",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": mention["start"],
                "end": mention["end"],
                "text": mention["text"],
                "labels": [type or NO_TYPE],
            },
        }
    for i in range(1, len(mentions)):
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
            "text": _text(record),
            "spans": [
                {"start": mention["start"], "end": mention["end"], "label": label}
                for mention in _mentions(record, entity)
            ],
            "label": entity["name"],
            "options": [
                {"id": rating, "text": f"{rating}: {words}"}
                for rating, words in zip(RATINGS, _OPTIONS, strict=True)
            ],
            "meta": {"id": record["id"], "document": number, "entity": i},
        }
