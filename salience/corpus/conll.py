"""What CoNLL formats share: a word a line in columns, comments, an empty line after a sentence.

Documents begin and end in another way in each format, which is left to its reader: CoNLL-U in
`salience.corpus.formats.conllu`, CoNLL-2012 in `salience.corpus.conll2012`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ConlluRow:
    """A line of CoNLL-U: the word `first`, or the words up to `last`; 0 for an empty node."""

    columns: tuple[str, ...]
    first: int
    last: int

    @property
    def space_after(self) -> bool:
        """Whether a space follows in the text."""
        return "SpaceAfter=No" not in self.columns[9].split("|")


def decoded(raw: bytes, number: int) -> str:
    """A line without its end; `number` counts from 1, and the first may start with a mark (BOM)."""
    return raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")


def split_columns(line: str) -> list[str]:
    """The columns of a line, split at tabs if there are any, else at spaces."""
    return line.split("\t") if "\t" in line else line.split()


def comment(line: str) -> tuple[str, str] | None:
    """The key and the value of a comment, which is empty if there is none; None for other lines."""
    if not line.startswith("#"):
        return None
    key, _, value = line[1:].partition("=")
    return key.strip(), value.strip()


def conllu_row(line: str) -> ConlluRow:
    """Read a line with columns. The message of a ValueError goes on from "line 3"."""
    columns = tuple(line.split("\t"))
    if len(columns) != 10:
        raise ValueError(f"must have 10 columns between tabs, but has {len(columns)}")
    if "." in columns[0]:
        return ConlluRow(columns, 0, 0)
    first, _, last = columns[0].partition("-")
    if not all(number.isdecimal() and len(number) < 10 for number in (first, last or first)):
        raise ValueError(
            f"must start with the number of a word, but starts with {columns[0][:40]!r}"
        )
    return ConlluRow(columns, int(first), int(last or first))
