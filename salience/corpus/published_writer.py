"""Labels in the format of the annotations that Dunietz and Gillick published: without texts."""

from __future__ import annotations

from salience.types import Document, Record

_BYTES = ("utf-8", "surrogatepass")


def published_block(record: Record, document: Document) -> str:
    """The lines of a labelled document, as `published_labels` reads them, with a break at the end.

    Offsets are in bytes of the text in UTF-8. An entity without a mention in the text is left out.
    For a mention with a tab, a line break or the like stands the next one.
    """
    if document.id.split() != [document.id]:
        raise ValueError("its id must be one word, without white space; give it another")
    lines = []
    for entity in record["entities"]:
        first = next(filter(_can_be_written, entity["mentions"]), None)
        if first is None:
            continue
        if document.text[first["start"] : first["end"]] != first["text"]:
            raise ValueError(
                f"its labels are not of this text, which has no {first['text'][:40]!r} at "
                f"{first['start']}; give the corpus that was labelled"
            )
        start = len(document.text[: first["start"]].encode(*_BYTES))
        counted = entity.get("published", {}).get("mentions", len(entity["mentions"]))
        cells = [
            *(entity["entity"], int(entity["salient"]), counted, first["text"]),
            *(start, start + len(first["text"].encode())),
            " ".join((entity["kb_id"] or "").split()),
        ]
        lines.append("\t".join(map(str, cells)))
    if not lines:
        raise ValueError("it has no entity with a mention in its text; leave it out")
    title = " ".join((document.title or "").split()).encode("utf-8", "replace").decode()
    return "\n".join([f"{document.id}\t{title}", *lines]) + "\n"


def _can_be_written(mention: Record) -> bool:
    text: str = mention["text"]
    return bool(text) and text.isprintable()
