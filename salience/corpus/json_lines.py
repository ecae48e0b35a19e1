"""Files of JSON lines, each of which is made into a value."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from salience.corpus.formats.compression import opened
from salience.corpus.formats.unpacking import DAMAGED
from salience.errors import CorpusError

T = TypeVar("T")


def read_json_lines(
    path: str | Path, make: Callable[[dict[str, Any]], T], what: str, advice: str
) -> Iterator[tuple[str, T]]:
    """What is made of each line of a file, with its place, such as `pairs.jsonl:3`.

    A ValueError, LookupError or TypeError of `make` becomes a CorpusError with `what` and `advice`.
    """
    path = Path(path)
    if not path.is_file():
        raise CorpusError(f"{path} is not a file. {advice}")
    number = 1  # of the line that is read or made something of
    try:
        with opened(path) as lines:
            for line in lines:
                if line.strip():
                    value = json.loads(line)
                    if not isinstance(value, dict):
                        raise ValueError("not an object")
                    yield f"{path}:{number}", make(value)
                number += 1
    except CorpusError as error:
        raise CorpusError(f"{path}:{number}: {error}") from error
    except (*DAMAGED, ValueError, LookupError, TypeError, RecursionError) as error:
        raise CorpusError(f"{path}:{number}: not {what}: {error}. {advice}") from error
