"""Results as text for a terminal of 80 columns."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence

from salience.evaluate import Scores
from salience.kappa import Agreement
from salience.significance import Difference
from salience.types import ScoredDocument

WIDTH = 80
_ENTITY = 38
_BAR = 10
_NAME = 16
_SCORES = {"P": "precision", "R": "recall", "F1": "f1", "AUC": "auc", "AP": "ap"}
_BY_DOCUMENT = {
    "P": "macro_precision",
    "R": "macro_recall",
    "F1": "macro_f1",
    "P@1": "p_at_1",
    "R-prec": "r_precision",
    "MAP": "map",
    "nDCG@10": "ndcg_at_10",
}
_THRESHOLDS = {2: "1, 2 of 1 to 4", 1: "1 of 1 to 4", None: "as labelled"}
_BOLD, _DIM, _PLAIN = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def score_table(
    scored: ScoredDocument,
    *,
    marks: Collection[int] = (),
    limit: int = 20,
    colour: bool = False,
) -> str:
    """The entities of a document, most salient first, with a line where the threshold lies.

    Args:
        scored: The document.
        marks: Indices of entities that get a `*`.
        limit: Leave out entities below the threshold after so many rows.
        colour: Set salient entities in bold and others dim, with ANSI codes.

    Example:
        >>> from salience.types import Document, Entity, Mention, ParsedDocument
        >>> mention = Mention(0, 3, "Ann", "named", "Ann", 0, 0)
        >>> parsed = ParsedDocument(Document("d1", "Ann sang."), (Entity((mention,), "Ann", "PER",
        ...     "name:ann|PER"),), (1,), frozenset(), 1)
        >>> print(score_table(ScoredDocument(parsed, (0.84,), 0.3)))
        d1
           # salience              entity                                 type mentions
           1     0.84  ████████    Ann                                    PER         1
        ---- 0.30 ----------------------------------------------------------- threshold
    """
    document, entities = scored.parsed.document, scored.parsed.entities
    order = sorted(range(len(entities)), key=lambda i: (-scored.scores[i], i))
    lines = [_fit(document.title or document.id, WIDTH).rstrip()]
    if not entities:
        return f"{lines[0]}\n  no named entity"
    lines.append(f"{'#':>4} {'salience':>8}  {'':{_BAR}}  {'entity':{_ENTITY}} type mentions")
    n_salient = sum(score >= scored.threshold for score in scored.scores)
    shown = order[: max(limit, n_salient)]
    for rank, i in enumerate(shown, 1):
        if rank == n_salient + 1:
            lines.append(_line(scored.threshold))
        entity, score = entities[i], scored.scores[i]
        mark = "*" if i in marks else " "
        bar = "█" * round(score * _BAR)
        row = (
            f"{rank:>4} {score:>8.2f}  {bar:{_BAR}} {mark}{_fit(entity.name, _ENTITY)} "
            f"{entity.type:4} {len(entity.mentions):>8}"
        )
        lines.append(f"{_BOLD if rank <= n_salient else _DIM}{row}{_PLAIN}" if colour else row)
    if n_salient == len(shown):
        lines.append(_line(scored.threshold))
    if len(shown) < len(order):
        lines.append(f"     {len(order) - len(shown)} more, with less salience")
    return "\n".join(lines)


def scores_table(rows: Sequence[tuple[str, Scores]]) -> str:
    """Systems measured on the same labels: in percent, each with its 95 % intervals below.

    Example:
        >>> from salience.evaluate import evaluate
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": 1, "salient": [True, False], "score": [0.9, 0]})
        >>> print(scores_table([("model", evaluate(table, n_bootstrap=2))]))
        documents 1, entities 2, salient 50.0%
                                     P           R          F1         AUC          AP
        model                    100.0       100.0       100.0       100.0       100.0
                           100.0-100.0 100.0-100.0 100.0-100.0 100.0-100.0 100.0-100.0
        salience=...|documents=1|entities=2|threshold=0.3|bootstrap=2@seed=0
    """
    lines = [_labelled(rows[0][1]), " " * 20 + "".join(f"{name:>12}" for name in _SCORES)]
    for name, scores in rows:
        values = [getattr(scores, attribute) for attribute in _SCORES.values()]
        intervals = [scores.intervals.get(attribute) for attribute in _SCORES.values()]
        lines.append(_fit(name, 20) + "".join(f"{_percent(value):>12}" for value in values))
        shown = (f"{_percent(i[0])}-{_percent(i[1])}" if i else "" for i in intervals)
        lines.append(" " * 20 + "".join(f"{text:>12}" for text in shown))
    return "\n".join([*map(str.rstrip, lines), rows[0][1].signature])


def document_table(rows: Sequence[tuple[str, Scores]]) -> str:
    """Systems by the means of their documents' scores: in percent, but for Spearman's correlation.

    Example:
        >>> from salience.evaluate import evaluate
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": 1, "salient": [True, False], "score": [0.9, 0]})
        >>> print(document_table([("model", evaluate(table, n_bootstrap=0))]))
        means over the documents with a salient entity, 1 of 1
                                 P      R     F1    P@1 R-prec    MAP nDCG@10 Spearman
        model                100.0  100.0  100.0  100.0  100.0  100.0   100.0     1.00
    """
    first = rows[0][1]
    head = "".join(f"{name:>{_column(name)}}" for name in _BY_DOCUMENT)
    lines = [
        f"means over the documents with a salient entity, {first.documents_with_salient:,} of "
        f"{first.documents:,}",
        f"{'':20}{head} Spearman",
    ]
    for name, scores in rows:
        found = scores.by_document
        values = "".join(
            f"{_percent(found[key]):>{_column(label)}}" for label, key in _BY_DOCUMENT.items()
        )
        spearman = found["spearman"]
        shown = "none" if spearman is None else f"{spearman:.2f}"
        lines.append(f"{_fit(name, 20)}{values}{shown:>9}")
    return "\n".join(lines)


def difference_table(differences: Mapping[str, Difference]) -> str:
    """The model's scores less those of each baseline, in percentage points, with p-values.

    Example:
        >>> print(difference_table({"first sentence": Difference(0.2, 0.01, 0.1, 0.03, 1000, 0,
        ...     0.02, 0.03)}))
        model less                 F1        p   p Holm       AP        p   p Holm
        first sentence          +20.0   0.0100   0.0200    +10.0   0.0300   0.0300
        p: paired approximate randomization over documents, shuffles=1000@seed=0; Holm:
        corrected for all 2
    """
    lines = [f"{'model less':20}" + "".join(f"{s:>9}{'p':>9}{'p Holm':>9}" for s in ("F1", "AP"))]
    for name, d in differences.items():
        lines.append(
            f"{_fit(name, 20)}{_points(d.f1):>9}{_p(d.p_f1)}{_p(d.holm_f1)}"
            f"{_points(d.ap):>9}{_p(d.p_ap)}{_p(d.holm_ap)}"
        )
    n = sum(p is not None for d in differences.values() for p in (d.p_f1, d.p_ap))
    for d in list(differences.values())[:1]:
        note = (
            "p: paired approximate randomization over documents, "
            f"shuffles={d.n_shuffles}@seed={d.seed}; Holm: corrected for all {n}"
        )
        lines += textwrap.wrap(note, WIDTH)
    return "\n".join(lines)


def experiment_table(rows: Sequence[tuple[str, Scores]]) -> str:
    """Table 3 of Dunietz and Gillick (2014): in percent, and the best threshold of each row.

    Example:
        >>> from salience.evaluate import evaluate
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": 1, "salient": [True, False], "score": [0.9, 0.4]})
        >>> print(experiment_table([("1st-loc", evaluate(table, n_bootstrap=2))]))
        documents 1, entities 2, salient 50.0%
        row                     P      R     F1     95 % of F1  best F1   at
        1st-loc              50.0  100.0   66.7      66.7-66.7    100.0 0.90
        salience=...|documents=1|entities=2|threshold=0.3|bootstrap=2@seed=0
    """
    head = f"{'row':20}{'P':>7}{'R':>7}{'F1':>7}{'95 % of F1':>15}{'best F1':>9}{'at':>5}"
    lines = [_labelled(rows[0][1]), head]
    for name, s in rows:
        low, high = s.intervals.get("f1", (s.f1, s.f1))
        interval = f"{_percent(low)}-{_percent(high)}"
        best = "none" if s.best_threshold is None else f"{s.best_threshold:.2f}"
        lines.append(
            f"{_fit(name, 20)}{_percent(s.precision):>7}{_percent(s.recall):>7}"
            f"{_percent(s.f1):>7}{interval:>15}{_percent(s.best_f1):>9}{best:>5}"
        )
    return "\n".join([*lines, rows[0][1].signature])


def agreement_table(rows: Sequence[Agreement], names: tuple[str, str]) -> str:
    """Table 1 of Dunietz and Gillick (2014), for two label sets: kappa, and the rest in percent.

    Example:
        >>> from salience.kappa import agree
        >>> import pandas as pd
        >>> table = pd.DataFrame({"document": 1, "start": [0, 9], "end": [5, 12], "rating": [1, 4]})
        >>> print(agreement_table(agree(table, table, n_bootstrap=2), ("ada.jsonl", "noor.jsonl")))
        A: ada.jsonl
        B: noor.jsonl
        in both: documents 1, entities 2; in one only: documents 0 + 0, entities 0 + 0
        salient          kappa    95 % of kappa  agree     F1   95 % of F1   in A   in B
        1, 2 of 1 to 4    1.00     1.00 to 1.00  100.0  100.0  100.0-100.0   50.0   50.0
        1 of 1 to 4       1.00     1.00 to 1.00  100.0  100.0  100.0-100.0   50.0   50.0
        salience=...|documents=1|entities=2|threshold=2|bootstrap=2@seed=0
        salience=...|documents=1|entities=2|threshold=1|bootstrap=2@seed=0
    """
    first = rows[0]
    shown = [
        _fit(f"{letter}: {name}", WIDTH).rstrip() for letter, name in zip("AB", names, strict=True)
    ]
    lines = [
        *shown,
        f"in both: documents {first.documents:,}, entities {first.entities:,}; in one only: "
        f"documents {first.documents_only_a:,} + {first.documents_only_b:,}, "
        f"entities {first.only_a:,} + {first.only_b:,}",
        f"{'salient':15}{'kappa':>7}{'95 % of kappa':>17}{'agree':>7}{'F1':>7}"
        f"{'95 % of F1':>13}{'in A':>7}{'in B':>7}",
    ]
    for row in rows:
        kappa = "none" if row.kappa is None else f"{row.kappa:.2f}"
        low_high = row.intervals.get("kappa")
        of_kappa = f"{low_high[0]:.2f} to {low_high[1]:.2f}" if low_high else ""
        low_high = row.intervals.get("f1")
        of_f1 = f"{_percent(low_high[0])}-{_percent(low_high[1])}" if low_high else ""
        shares = [
            n / row.entities if row.entities else None for n in (row.salient_a, row.salient_b)
        ]
        lines.append(
            f"{_THRESHOLDS[row.threshold]:15}{kappa:>7}{of_kappa:>17}{_percent(row.agreement):>7}"
            f"{_percent(row.f1):>7}{of_f1:>13}" + "".join(f"{_percent(s):>7}" for s in shares)
        )
    return "\n".join([*lines, *(row.signature for row in rows)])


def summary_lines(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Rows of a name and a text, with the texts below each other and long ones in several lines.

    Example:
        >>> print("\\n".join(summary_lines([("salient", "5, 12.5 % of the entities")])))
        salient         5, 12.5 % of the entities
    """
    return [
        line
        for name, text in rows
        for line in textwrap.wrap(
            f"{name:{_NAME}}{text}",
            WIDTH,
            subsequent_indent=" " * _NAME,
            break_on_hyphens=False,
            drop_whitespace=True,
        )
    ]


def _labelled(scores: Scores) -> str:
    share = f"{scores.salient / scores.entities:.1%}" if scores.entities else "none"
    return f"documents {scores.documents:,}, entities {scores.entities:,}, salient {share}"


def _percent(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:.1f}"


def _points(value: float | None) -> str:
    return "none" if value is None else f"{100 * value:+.1f}"


def _p(value: float | None) -> str:
    return f"{'none':>9}" if value is None else f"{value:>9.4f}"


def _column(label: str) -> int:
    return max(7, len(label) + 1)


def _line(threshold: float) -> str:
    return f"---- {threshold:.2f} ".ljust(WIDTH - 11, "-") + " threshold"


def _fit(text: str, width: int) -> str:
    """A text on one line of so many columns, cut or filled; nothing in it steers the terminal."""
    text = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    columns, kept = 0, 0  # of as much as leaves a column for the ellipsis
    for i, c in enumerate(text):
        columns += _width(c)
        if columns > width:
            text = text[:kept] + "…"
            break
        if columns < width:
            kept = i + 1
    return text + " " * (width - sum(map(_width, text)))


def _width(c: str) -> int:
    """Columns of a terminal: wide characters take two, combining ones none."""
    return 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
