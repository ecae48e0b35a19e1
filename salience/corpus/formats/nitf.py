"""News in NITF, the XML of the New York Times Annotated Corpus (Sandhaus 2008)."""

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from salience.corpus.formats.source import RawDocument, SourceFile, whole


def read_nitf(source: SourceFile) -> Iterator[RawDocument]:
    """One article, with what there is of `date`, `year`, `types` and `sections`."""
    data = whole(source)
    if isinstance(data, str):
        yield source.name, data
        return
    try:
        root = parse_xml(data)
    except (expat.ExpatError, LookupError, ValueError) as error:
        yield source.name, f"the file is not XML that can be read ({error}); correct it"
        return
    if root.tag != "nitf":
        yield source.name, f"the file must be NITF, but its root is {root.tag[:40]!r}; convert it"
        return
    yield source.name, _fields(root, source.id)


def parse_xml(data: bytes) -> Element:
    """The root of an XML document: no DTD, no entity, no network. A DOCTYPE is passed over."""
    builder = TreeBuilder()
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = _refuse_declarations
    parser.SkippedEntityHandler = _refuse_entity
    parser.Parse(data, True)
    return builder.close()


def _refuse_declarations(
    name: str, system: str | None, public: str | None, declarations: bool
) -> None:
    if declarations:
        raise ValueError("declarations in the DOCTYPE are not read")


def _refuse_entity(name: str, is_parameter: bool) -> None:
    raise ValueError(f"the entity {name[:40]!r} is not known, and DTDs are not read")


def _fields(root: Element, name: str) -> dict[str, Any]:
    id = root.find("head/docdata/doc-id")
    content = root.find("body/body.content")
    blocks = [] if content is None else content.findall("block[@class='full_text']")
    if content is not None and not blocks:
        blocks = [content]
    text = [p for block in blocks for p in _paragraphs(block)]
    abstract = [p for part in root.findall("body/body.head/abstract") for p in _paragraphs(part)]
    fields: dict[str, Any] = {
        "id": (id is not None and id.get("id-string")) or name,
        "title": " ".join(map(_text, root.findall("body/body.head/hedline/hl1"))),
        "text": "\n\n".join(text),
        "abstract": _without_length("\n\n".join(abstract)),
    }
    return fields | {key: value for key, value in _meta(root).items() if value}


def _paragraphs(parent: Element) -> list[str]:
    """The paragraphs under an element; its own text, if it has none."""
    texts = [_text(p) for p in _outermost(parent, "p")] or [_text(parent)]
    return [text for text in texts if text]


def _outermost(parent: Element, tag: str) -> Iterator[Element]:
    """The elements of a tag under another, but for those in each other: they'd say all twice."""
    waiting = [*reversed(parent)]
    while waiting:
        element = waiting.pop()
        if element.tag == tag:
            yield element
        else:
            waiting.extend(reversed(element))


def _text(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


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
            _text(classifier)
            for classifier in _outermost(root, "classifier")
            if classifier.get("type") == "types_of_material"
        ],
        "sections": [s.strip() for s in said.get("online_sections", "").split(";") if s.strip()],
    }
