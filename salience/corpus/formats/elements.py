"""XML as strangers send it: no DTD, no entity, no network; one document of it at a time."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from salience.corpus.formats.source import RawDocument, Reader, SourceFile, too_long

_STEP = 2**18


class Kind(NamedTuple):
    """XML with some root: what makes fields of a document, or says why not.

    Each `element` is a document; without one the root is.
    """

    fields_of: Callable[[Element], Mapping[str, Any] | str]
    element: str | None = None


def xml_reader(kinds: Mapping[str, Kind]) -> Reader:
    """A reader of XML of some kinds, which are told by their roots."""

    def read(source: SourceFile) -> Iterator[RawDocument]:
        tree = _Tree(kinds)
        try:
            for number, element in enumerate(_documents(tree, source), 1):
                place = f"{source.name}:{number}" if tree.kind.element else source.name
                yield place, tree.kind.fields_of(element)
        except (expat.ExpatError, LookupError) as error:
            yield source.name, f"the file is not XML that can be read ({error}); correct it"
        except ValueError as error:
            yield source.name, str(error)

    return read


def _documents(tree: "_Tree", source: SourceFile) -> Iterator[Element]:
    """The elements of the documents of a file, up to an error."""
    size = 0  # of what is in memory
    data = b"."
    while data:
        data = source.file.read(_STEP)
        error = None
        try:
            tree.parser.Parse(data, not data)
        except (expat.ExpatError, LookupError, ValueError) as reason:
            error = reason
        if tree.kind.element or not data:
            size = 0 if tree.ended else size
            yield from tree.ended
            tree.ended.clear()
        if error is not None:
            raise error
        size += len(data)
        if size > source.limit:
            raise ValueError(too_long("element" if tree.kind.element else "file", source.limit))


class _Tree:
    """XML as it is parsed: elements that are documents are built, and nothing around them."""

    def __init__(self, kinds: Mapping[str, Kind]) -> None:
        self.ended: list[Element] = []
        self.kind = Kind(lambda root: {})
        self._kinds = kinds
        self._builder = TreeBuilder()
        self._seen = False
        self._depth = 0  # in a document
        self.parser = parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._data
        parser.StartDoctypeDeclHandler = _refuse_declarations
        parser.SkippedEntityHandler = _refuse_entity

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if not self._seen:
            self.kind = self._kinds.get(tag) or _refuse_root(tag, self._kinds)
            self._seen = True
        if self._depth or self.kind.element in (None, tag):
            self._depth += 1
            self._builder.start(tag, attributes)

    def _data(self, text: str) -> None:
        if self._depth:
            self._builder.data(text)

    def _end(self, tag: str) -> None:
        if self._depth:
            self._builder.end(tag)
            self._depth -= 1
            if not self._depth:
                self.ended.append(self._builder.close())
                self._builder = TreeBuilder()


def _refuse_root(tag: str, kinds: Collection[str]) -> Kind:
    raise ValueError(
        f"the file is XML, but its root is {tag[:40]!r}, and those that are read are "
        f"{', '.join(kinds)}; make text of it first"
    )


def _refuse_declarations(
    name: str, system: str | None, public: str | None, declarations: bool
) -> None:
    if declarations:
        raise ValueError("the file has declarations in its DOCTYPE, which are not read; drop them")


def _refuse_entity(name: str, is_parameter: bool) -> None:
    raise ValueError(
        f"the file's entity {name[:40]!r} is not known, and DTDs are not read; write the character"
    )


def paragraphs(parent: Element, tag: str = "p") -> list[str]:
    """The paragraphs under an element; its own text, if it has none."""
    texts = [text_of(p) for p in outermost(parent, tag)] or [text_of(parent)]
    return [text for text in texts if text]


def outermost(parent: Element, tag: str) -> Iterator[Element]:
    """The elements of a tag under another, but for those in each other: they'd say all twice."""
    waiting = [*reversed(parent)]
    while waiting:
        element = waiting.pop()
        if element.tag == tag:
            yield element
        else:
            waiting.extend(reversed(element))


def text_of(element: Element | None) -> str:
    """The text of an element on one line; the empty string if there is none."""
    return "" if element is None else " ".join("".join(element.itertext()).split())


def remove(root: Element, unwanted: Callable[[Element], bool]) -> None:
    """Take elements out of a tree, and leave the text that follows them."""
    for parent in list(root.iter()):
        last = None
        for child in list(parent):
            if not unwanted(child):
                last = child
                continue
            tail = child.tail or ""
            if last is None:
                parent.text = (parent.text or "") + tail
            else:
                last.tail = (last.tail or "") + tail
            parent.remove(child)
