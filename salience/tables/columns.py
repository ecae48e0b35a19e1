"""The columns of tables of entities, by what they hold: names, types and order."""

from dataclasses import dataclass
from typing import Literal

from salience.features.attributes import ATTRIBUTES

Kind = Literal["scores", "labels", "names"]
"""What a table holds: results of `salience score`, `label` or `names`."""

DType = Literal["text", "int64", "float64", "bool", "mentions"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table with a row per entity; the type `mentions` is a list of mentions."""

    name: str
    dtype: DType
    may_be_missing: bool = False


_ENTITY = (
    Column("document", "text"),
    Column("entity", "int64"),
    Column("name", "text"),
    Column("type", "text"),
    Column("id", "text"),
    Column("kb_id", "text", may_be_missing=True),
    Column("start", "int64"),
    Column("end", "int64"),
    Column("n_mentions", "int64"),
)
_LABEL = (
    Column("abstracts", "int64"),
    Column("pipeline", "text", may_be_missing=True),
    Column("date", "text", may_be_missing=True),
    Column("text_hash", "text", may_be_missing=True),
    Column("salient", "bool"),
    Column("grade", "int64"),
    Column("ambiguous", "bool"),
)
_ATTRIBUTES = tuple(
    Column(name, "int64", may_be_missing=True) if a.dtype == "Int64" else Column(name, a.dtype)
    for name, a in ATTRIBUTES.items()
)
MENTIONS = (Column("mentions", "mentions"), Column("title_mentions", "mentions"))
"""What Parquet and Spark have beside the columns of other tables."""

COLUMNS: dict[Kind, tuple[Column, ...]] = {
    "scores": (*_ENTITY, Column("score", "float64"), Column("salient", "bool"), *MENTIONS),
    "labels": (*_ENTITY, *_LABEL, *_ATTRIBUTES, *MENTIONS),
    "names": (*_ENTITY, *MENTIONS),
}
"""The columns of each kind of table, in their order, as Parquet and Spark have them."""
SHARE = Column("score_share", "float64")
"""What scores have behind `score` if shares are wanted."""

REASON = "reason"
"""The column that Spark's tables have beside them: why a document was left out. Such a row has only
the document else."""


def columns_of(kind: Kind, *, shares: bool = False) -> tuple[Column, ...]:
    """The columns of a kind of table; with `shares` those of scores have the share too."""
    columns = COLUMNS[kind]
    if not shares:
        return columns
    behind = [column.name for column in columns].index("score") + 1
    return (*columns[:behind], SHARE, *columns[behind:])
