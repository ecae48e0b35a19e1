"""The commands `salience agree` and `salience coref`, which compare two files."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from salience.cli.options import (
    Json,
    Seed,
    option,
)


def agree(
    a: Annotated[str, typer.Argument(help="Labels: of a person, or of `salience label`.")],
    b: Annotated[str, typer.Argument(help="Others of the same documents.")],
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Measure how far two files of labels agree (Cohen's kappa).

    Entities are matched by document and by the place of their first mention. A person's ratings
    are read as in Table 1 of Dunietz and Gillick (2014): 1 and 2 are salient, or 1 alone.

    \b
    Example:
      salience agree ada.jsonl labels.jsonl
    """

    from salience.display.terminal import agreement_table
    from salience.metrics.agreement import agree as measure_agreement
    from salience.tables.record_tables import read_table

    rows = measure_agreement(read_table(a), read_table(b), names=(a, b), seed=seed)
    if as_json:
        print("\n".join(json.dumps(asdict(row)) for row in rows))
    else:
        print(agreement_table(rows, (a, b)))


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
