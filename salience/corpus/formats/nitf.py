"""News in NITF, the XML of the New York Times Annotated Corpus (Sandhaus 2008)."""

from typing import Any
from xml.etree.ElementTree import Element

from salience.corpus.formats.elements import outermost, paragraphs, text_of


def nitf_fields(root: Element) -> dict[str, Any]:
    """One article, with what there is of `date`, `year`, `types` and `sections`."""
    id = root.find("head/docdata/doc-id")
    content = root.find("body/body.content")
    blocks = [] if content is None else content.findall("block[@class='full_text']")
    if content is not None and not blocks:
        blocks = [content]
    text = [p for block in blocks for p in paragraphs(block)]
    abstract = [p for part in root.findall("body/body.head/abstract") for p in paragraphs(part)]
    fields: dict[str, Any] = {
        "id": None if id is None else id.get("id-string"),
        "title": " ".join(map(text_of, root.findall("body/body.head/hedline/hl1"))),
        "text": "\n\n".join(text),
        "abstract": _without_length("\n\n".join(abstract)),
    }
    return fields | {key: value for key, value in _meta(root).items() if value}


def _without_length(abstract: str) -> str:
    for mark in ("(S)", "(M)", "(L)"):
        abstract = abstract.removesuffix(mark)
    return abstract.rstrip()


def _meta(root: Element) -> dict[str, Any]:
    said = {m.get("name"): m.get("content", "") for m in root.findall("head/meta")}
    published = root.find("head/pubdata")
    date = "" if published is None else published.get("date.publication", "")[:8]
    year = said.get("publication_year") or date[:4]
    return {
        "date": date,
        "year": int(year) if year.isdecimal() and len(year) == 4 else None,
        "types": [
            text_of(classifier)
            for classifier in outermost(root, "classifier")
            if classifier.get("type") == "types_of_material"
        ],
        "sections": [s.strip() for s in said.get("online_sections", "").split(";") if s.strip()],
    }
