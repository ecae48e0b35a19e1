"""The commands `salience agree` and `salience coref`, which compare files."""

from __future__ import annotations

import json
from dataclasses import asdict
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from salience.cli.options import (
    Json,
    Seed,
    option,
)


def agree(
    files: Annotated[
        list[str], typer.Argument(help="Two or more: labels of people, or of `salience label`.")
    ],
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how far files of labels agree (kappa, alpha).

    Of two files it is Cohen's kappa; of more, Krippendorff's alpha and kappa of each pair.
    Entities are matched by document and by the place of their first mention. A person's ratings
    are read as in Table 1 of Dunietz and Gillick (2014): 1 and 2 are salient, or 1 alone.

    \b
    Example:
      salience agree ada.jsonl labels.jsonl
      salience agree ada.jsonl noor.jsonl bo.jsonl
    """

    from salience.display.terminal import agreement_table, alpha_table
    from salience.metrics.agreement import agree as measure_agreement
    from salience.metrics.agreement import krippendorff_alpha
    from salience.tables.record_tables import read_table

    if len(files) < 2 or len(set(files)) < len(files):
        raise typer.BadParameter("must be two or more different files", param_hint="FILES")
    tables = {file: read_table(file) for file in files}
    if len(files) == 2:
        a, b = files
        rows = measure_agreement(tables[a], tables[b], names=(a, b), seed=seed)
        if as_json:
            print("\n".join(json.dumps(asdict(row)) for row in rows))
        else:
            print(agreement_table(rows, (a, b)))
        return
    alphas = krippendorff_alpha(tables, seed=seed)
    pairs = {
        (a, b): measure_agreement(tables[a], tables[b], names=(a, b), seed=seed)
        for a, b in combinations(files, 2)
        if set(tables[a]["document"]) & set(tables[b]["document"])
    }
    if as_json:
        of_pairs = [
            {"a": a, "b": b} | asdict(row) for (a, b), rows in pairs.items() for row in rows
        ]
        print("\n".join(map(json.dumps, [*map(asdict, alphas), *of_pairs])))
    else:
        print(alpha_table(alphas, pairs))


def coref(
    key: Annotated[Path, typer.Argument(help="A CoNLL file, or a folder of them.")],
    response: Annotated[Path, typer.Argument(help="The same words with other coreference.")],
    singletons: Annotated[bool, option("Count clusters of one mention.")] = True,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Score coreference as the CoNLL tasks did.

    \b
    Example:
      salience coref key.conll response.conll --no-singletons
    """

    from salience.corpus.conll2012 import pair_conll
    from salience.metrics.coreference import score_coref

    found = score_coref(pair_conll(key, response), singletons=singletons, seed=seed)
    print(json.dumps(asdict(found)) if as_json else found)
