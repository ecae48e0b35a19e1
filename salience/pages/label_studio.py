"""A sample as tasks of Label Studio, as it documents them.

https://labelstud.io/guide/task_format and https://labelstud.io/guide/predictions.
"""

import json
from collections.abc import Iterator, Sequence

from salience.errors import CorpusError
from salience.types import Record

NO_TYPE = "NAME"
"""The label of a mention whose entity has no type: it needs one."""

_GAP = "\n\n"


def label_studio(records: Sequence[Record]) -> str:
    """A JSON list of tasks for Label Studio, which predict entities; see docs/formats.md."""
    return json.dumps([_task(record) for record in records], indent=1)


def _text(record: Record) -> str:
    """The text with its headline, as it is shown."""
    if "text" not in record:
        raise CorpusError(
            f"the sample has no text of document {record['id']!r}: an earlier version drew it, and "
            "an export shows texts. Draw the sample again."
        )
    return f"{record['title']}{_GAP}{record['text']}" if record["title"] else str(record["text"])


def _task(record: Record) -> Record:
    text = _text(record)
    shift = len(record["title"]) + len(_GAP) if record["title"] else 0
    regions: list[Record] = []
    for i, entity in enumerate(record["entities"]):
        in_text = (m | {k: m[k] + shift for k in ("start", "end")} for m in entity["mentions"])
        regions += _regions(i, entity["type"], text, [*entity["title_mentions"], *in_text])
    version = record.get("pipeline", "salience")
    return {
        "data": {"id": record["id"], "text": text},
        "predictions": [{"model_version": version, "result": regions}],
    }


def _regions(index: int, type: str, text: str, mentions: Sequence[Record]) -> Iterator[Record]:
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
                "text": text[mention["start"] : mention["end"]],
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
