"""Plain articles, with their abstracts in files beside them, and CNN/DailyMail stories."""

import re
from collections.abc import Callable

from salience.corpus.formats.source import SourceFile, text_reader, whole_text

_PART = re.compile(r"(?P<stem>.+)\.(?:title|abstract\d*)\.txt")
MOST_ABSTRACTS = 1000
_HIGHLIGHT = re.compile(r"^[ \t]*@highlight[ \t]*\r?$", re.MULTILINE)


@text_reader
def read_text(source: SourceFile, text: str) -> dict[str, str | list[str]] | str:
    """One article, with its title and abstracts from the files beside it."""
    fields: dict[str, str | list[str]] = {"id": source.id, "text": text}
    left = source.limit
    for part, opened in source.beside.items():
        with opened() as file:
            said, reason = whole_text(SourceFile("text", part, part, file, left))
        left = max(left - len(said), 0)
        if reason is not None:
            return f"its {part} can't be read: {reason}"
        if part == "title":
            fields["title"] = said.strip()
        else:
            fields.setdefault("abstract", []).append(said.strip())  # type: ignore[union-attr]
    return fields


def main_of(name: str) -> str | None:
    """The article that a file of this name belongs to; None if it is no title or abstract."""
    match = _PART.fullmatch(name)
    return f"{match['stem']}.txt" if match else None


def parts_of(name: str, exists: Callable[[str], bool]) -> dict[str, str]:
    """The files beside an article: `rain.title.txt`, `rain.abstract.txt`, then numbered from 1."""
    stem = name.removesuffix(".txt")
    files = {part: f"{stem}.{part}.txt" for part in ("title", "abstract")}
    files = {part: file for part, file in files.items() if exists(file)}
    for number in range(1, MOST_ABSTRACTS + 1):
        if not exists(file := f"{stem}.abstract{number}.txt"):
            break
        files[f"abstract{number}"] = file
    return files


@text_reader
def read_story(source: SourceFile, text: str) -> dict[str, str]:
    """A story of CNN/DailyMail (Hermann et al. 2015), whose highlights are one abstract."""
    body, *highlights = (part.strip() for part in _HIGHLIGHT.split(text))
    return {"id": source.id, "text": body, "abstract": "\n\n".join(filter(None, highlights))}
