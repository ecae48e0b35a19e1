"""Values as lines of JSON, and back: what waits in a file until all documents are read."""

import json
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from salience.trees.tree import Tree

T = TypeVar("T")


def to_line(value: Any) -> str:
    """A value as a line of ASCII JSON; what JSON does not know, such as a date, becomes text."""
    return json.dumps(value, default=_plain)


def from_line(kind: type[T], line: str) -> T:
    """The value of a type of which `to_line` made the line."""
    value: T = _reader(kind)(json.loads(line))  # type: ignore[arg-type]
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, Tree):  # as a list, since a tree may be deeper than JSON can be
        return [(t.label, len(t.children), t.word) for t in (node.tree for node in value.nodes())]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return sorted(value) if isinstance(value, frozenset) else str(value)


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """What makes a value of a type of what JSON has of it; JSON knows no tuples."""
    origin, arguments = get_origin(kind), get_args(kind)
    if kind is Tree:
        return _tree
    if is_dataclass(kind):
        make: Callable[..., Any] = kind  # type: ignore[assignment]
        hints = get_type_hints(kind)
        readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
        return lambda record: make(**{name: read(record[name]) for name, read in readers.items()})
    if isinstance(kind, type) and issubclass(kind, tuple) and kind is not tuple:  # NamedTuple
        each = [_reader(hint) for hint in get_type_hints(kind).values()]
        return lambda values: kind(*(read(v) for read, v in zip(each, values, strict=True)))
    if origin in (tuple, frozenset):
        if origin is frozenset or arguments[-1] is Ellipsis:
            read_one = _reader(arguments[0])
            return lambda values: origin(map(read_one, values))
        each = [_reader(argument) for argument in arguments]
        return lambda values: tuple(read(v) for read, v in zip(each, values, strict=True))
    if origin in (Union, UnionType):
        wanted = next(argument for argument in arguments if argument is not NoneType)
        return lambda value: None if value is None else _reader(wanted)(value)
    return lambda value: value


def _tree(nodes: list[Any]) -> Tree:
    """The tree of its nodes from the top, each with the number of its children."""
    made: list[Tree] = []
    for label, n, word in reversed(nodes):
        children = tuple(made.pop() for _ in range(n))
        made.append(Tree(label, children, word))
    [tree] = made
    return tree
