"""The commands `salience agree` and `salience coref`, which compare files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from string import ascii_uppercase
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import typer

from salience.cli import options as opt
from salience.cli.options import option

if TYPE_CHECKING:
    import pandas as pd

    from salience.evaluation.agreement import Agreement

SIGNS: dict[str, Literal["all", "any"]] = {"&": "all", "|": "any"}
"""How several sets of labels are taken together, by the sign between their names."""

_NAMED = 4  # sets that are all named in a row


def agree(
    files: Annotated[
        list[str],
        typer.Argument(help="Two or more files of labels, by people or by `salience label`."),
    ],
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Measure how far files of labels agree (kappa, alpha).

    For two files it is Cohen's kappa; for more, Krippendorff's alpha, and kappa for each pair. Then
    the last file is also compared with all others together: with what all of them say is salient
    (A & B), and with what any of them says is (A | B). Entities are matched by document and by the
    place of their first mention. A person's ratings are read as in Table 1 of Dunietz and Gillick
    (2014): 1 and 2 are salient, or 1 alone.

    \b
    Example:
      salience agree ada.jsonl labels.jsonl
      salience agree ada.jsonl noor.jsonl labels.jsonl
    """
    from salience.evaluation.agreement import agree as measure_agreement
    from salience.evaluation.agreement import krippendorff_alpha
    from salience.pages.terminal import agreement_table, alpha_table
    from salience.tables.record_tables import read_table

    if len(files) < 2 or len(set(files)) < len(files):
        raise opt.OptionError("must be two or more different files", param_hint="FILES")
    tables = {file: read_table(file) for file in files}
    if len(files) == 2:
        a, b = files
        rows = measure_agreement(tables[a], tables[b], names=(a, b), seed=seed)
        lines = (json.dumps(row.to_dict()) for row in rows)
        print("\n".join(lines) if as_json else agreement_table(rows, (a, b)))
        return
    alphas = krippendorff_alpha(tables, seed=seed)
    pairs = _pairs(tables, seed)
    if as_json:
        of_pairs = [
            {"a": f" {pair.sign} ".join(pair.a), "b": pair.b} | row.to_dict()
            for pair, rows in pairs.items()
            for row in rows
        ]
        print("\n".join(map(json.dumps, [*(a.to_dict() for a in alphas), *of_pairs])))
        return
    letters = {file: str(n) for n, file in enumerate(files, 1)}
    letters |= dict(zip(files, ascii_uppercase, strict=False))
    named = {
        f"{_taken([letters[file] for file in pair.a], pair.sign)} vs. {letters[pair.b]}": rows
        for pair, rows in pairs.items()
    }
    print(alpha_table(alphas, named, letters))


def _taken(letters: Sequence[str], sign: str) -> str:
    """Sets that are taken together, of many the first and the last."""
    shown = letters if len(letters) <= _NAMED else (letters[0], "…", letters[-1])
    return f" {sign} ".join(shown)


class _Pair(NamedTuple):
    """What is held against a file: another, or several that are taken together by a sign."""

    a: tuple[str, ...]
    b: str
    sign: str = ""


def _pairs(tables: Mapping[str, pd.DataFrame], seed: int) -> dict[_Pair, tuple[Agreement, ...]]:
    """The agreement of each two files, and of the last with all others taken together."""
    from salience.evaluation.agreement import agree as measure_agreement
    from salience.evaluation.agreement import together

    *others, last = tables
    agreements = {}
    pairs = [_Pair((a,), b) for a, b in combinations(tables, 2)]
    for pair in [*pairs, *(_Pair(tuple(others), last, sign) for sign in SIGNS)]:
        name = f" {pair.sign} ".join(pair.a)
        several = {file: tables[file] for file in pair.a}
        a = together(several, SIGNS[pair.sign]) if pair.sign else tables[name]
        if set(a["document"]) & set(tables[pair.b]["document"]):
            agreements[pair] = measure_agreement(a, tables[pair.b], names=(name, pair.b), seed=seed)
    return agreements


def coref(
    key: Annotated[
        Path, typer.Argument(help="CoNLL file with right coreference, or a folder of them.")
    ],
    response: Annotated[Path, typer.Argument(help="The same words with predicted coreference.")],
    singletons: Annotated[bool, option("Also count clusters of one mention.")] = True,
    seed: opt.Seed = 0,
    as_json: opt.Json = False,
) -> None:
    """Score coreference as the CoNLL tasks did.

    The table has MUC, B³, CEAF, LEA and the detection of mentions, with intervals over documents.

    \b
    Example:
      salience coref key.conll response.conll --no-singletons
    """
    from salience.corpus.conll2012 import pair_conll
    from salience.evaluation.coreference import score_coref

    scores = score_coref(pair_conll(key, response), singletons=singletons, seed=seed)
    print(json.dumps(scores.to_dict()) if as_json else scores)
