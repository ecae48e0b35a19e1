"""What the pages show of the models: tables from their cards and from what measurements print."""

from __future__ import annotations

import csv
import io
import json
import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from resources.recipes import markdown

ARTICLE = "Recount confirms"  # the title of the example article whose ranking README shows
COREF_MEASURES = {"muc": "MUC", "b_cubed": "B³", "ceafe": "CEAFe"}


def pipeline_table(performance: dict) -> str:
    """The scores in the pipeline's card."""

    def row(name: str, key: str) -> dict[str, object]:
        part = performance[key]
        score = part["scores"]
        return {
            "set": name,
            "UPOS": f"{score['upos']:.1f}",
            "lemmas": f"{score['lemma']:.1f}",
            "LAS": f"{score['las']:.1f}",
            "sentence F1": f"{score['sent']:.1f}",
            "names F1": f"{part['names']['all']:.1f}" if "names" in part else "",
        }

    dev, gum = (performance[name]["sentences"] for name in ("ewt-dev", "gum-dev"))
    return markdown.table(
        [
            row(f"EWT dev ({dev:,} sentences; names: UNER)", "ewt-dev"),
            row(f"GUM dev ({gum:,} sentences)", "gum-dev"),
            row("both", "pooled"),
        ]
    )


def case_table(performance: dict) -> str:
    """Scores of the same texts in another case, from the pipeline's card."""
    names = {
        "as it is": "as they are",
        "title": "Title Case",
        "names": "names in CAPITALS",
        "upper": "ALL CAPITALS",
        "lower": "lower case",
    }
    return markdown.table(
        [
            {
                "texts": name,
                "UPOS": f"{performance['recased'][key]['upos']:.1f}",
                "LAS": f"{performance['recased'][key]['las']:.1f}",
                "names F1": f"{performance['recased'][key]['names']:.1f}",
            }
            for key, name in names.items()
        ]
    )


def found_table(scores: dict) -> str:
    """How many gold names the shipped models find, from the salience model's card."""
    rows: list[dict[str, object]] = []
    for name, said in scores.items():
        if name != "signature":
            rows.append(
                {
                    "set": name,
                    "gold names": said["named"],
                    "found": f"{100 * said['found']:.1f}",
                    "right of those given": f"{100 * said['named_P']:.1f}",
                    "most probable is salient": f"{100 * said['P1']:.0f}",
                }
            )
    return markdown.table(rows)


ALL_FEATURES, MENTIONS = "+ head-lex", "mentions"
POSITIONAL, FIRST_K = "positional baseline", "first k sentences"


def experiment_rows(lines: str) -> str:
    """The rows of `salience experiment --json`, with what they say and their signature below."""
    rows = [json.loads(line) for line in lines.splitlines()]
    rows.sort(key=lambda row: (row["row"] != POSITIONAL, row["row"] != FIRST_K))
    table = [
        {
            "row": row["row"],
            "P": f"{100 * row['precision']:.1f}",
            "R": f"{100 * row['recall']:.1f}",
            "F1": f"{100 * row['f1']:.1f}",
            "95 % of F1": "–".join(f"{100 * end:.1f}" for end in row["intervals"]["f1"]),
            "best F1": f"{100 * row['best_f1']:.1f}",
            "at": f"{row['best_threshold']:.2f}",
            "p of its gain": f"{row['gain']['holm_f1']:.4f}" if "gain" in row else "",
        }
        for row in rows
    ]
    salient = rows[0]["salient"] / rows[0]["entities"]
    common = re.sub(r"\|(threshold|system)=[^|]*", "", rows[0]["signature"])
    said = f"{100 * salient:.0f} % are salient; models are at a threshold of 0.3. `{common}`"
    return f"{markdown.table(table)}\n\n{said}\n\n{experiment_verdict(rows)}"


def experiment_verdict(rows: Sequence[Mapping[str, Any]]) -> str:
    """By how much all features of the paper are ahead of what needs no training."""
    of = {row["row"]: row for row in rows}
    f1 = of[ALL_FEATURES]["f1"]

    def ahead(name: str) -> str:
        return f"{100 * (f1 / of[name]['f1'] - 1):.0f} % more than {name}"

    k = round(1 / of[FIRST_K]["threshold"])
    return (
        f"All features of the paper (`{ALL_FEATURES}`) have {ahead(POSITIONAL)} in F1, "
        f"{ahead(FIRST_K)} (here k is {k}, the best on these very labels) and {ahead(MENTIONS)}, a "
        "model that is trained on their numbers alone."
    )


def coref_table(lines: str) -> str:
    """The rows of `coref/evaluate.py --json` for the rules and the learned resolver, by set."""
    rows = [json.loads(line) for line in lines.splitlines()]
    places = {row["row"]: place for place, row in reversed(list(enumerate(rows)))}
    table: list[dict[str, object]] = []
    for row in sorted(rows, key=lambda row: places[row["row"]]):
        f1 = {name: f"{100 * row['f1'][name]:.1f}" for name in ("mentions", *COREF_MEASURES)}
        table.append(
            {
                "set": f"{row['row']} ({row['documents']} documents)",
                "coref": f"`{row['coref']}`",
                "mentions F1": f1["mentions"],
                **{name: f1[key] for key, name in COREF_MEASURES.items()},
                "CoNLL F1 (95 %)": markdown.percent(row["conll"], row["intervals"]["conll"]),
            }
        )
    return markdown.table(table)


def worth_table(dev: str, tuning: str) -> str:
    """Average precision of salience by coreference, from tables of `coref/salience_table.py`."""
    sets = {"GUM dev (only reports)": dev, "tuning set (chosen on)": tuning}
    rows: list[dict[str, object]] = []
    for name, output in sets.items():
        cells = [line.split("|")[1:4] for line in output.strip().splitlines()[2:]]
        rows.append({"AP of salience (95 %)": name} | {c.strip(): ap.strip() for c, _, ap in cells})
    return markdown.table(rows)


def label_table(output: str) -> str:
    """The paper's rule and the default ones, from the tables of `labels/rules_table.py`."""
    parts = dict(re.findall(r"\*\*([^*]+)\*\*: P / R / F1.*?\n\n(.*?)\n\n", output, re.DOTALL))
    gold, raw = parts["gold mentions and coreference"], parts["raw text"]

    def cells(part: str, rules: str) -> list[str]:
        line = next(line for line in part.splitlines() if line.startswith(f"| `{rules}`"))
        return [re.sub(r".*/ \*\*(.*?)\*\*", r"\1", cell.strip()) for cell in line.split("|")[2:-1]]

    rows: list[dict[str, object]] = []
    for rules in ("dunietz-gillick", "names"):
        (gold_tuning, gold_dev, _), (raw_tuning, raw_dev, _) = cells(gold, rules), cells(raw, rules)
        rows.append(
            {
                "rules": f"`{rules}`",
                "dev, gold": gold_dev,
                "dev, raw": raw_dev,
                "tuning, gold": gold_tuning,
                "tuning, raw": raw_tuning,
            }
        )
    return markdown.table(rows)


def label_blocks(output: str) -> dict[str, str]:
    """The three tables of `labels/rules_table.py`, by the names of their blocks."""
    parts = re.split(r"\n\n(?=\| rules \| rule |\| kind )", output.strip())
    return dict(zip(("rules", "right", "errors"), parts, strict=True))


def candidate_table(lines: str) -> str:
    """The candidates of `salience/train.py`, best AP first."""
    return markdown.table(
        [
            {
                "candidate": row["candidate"],
                **{name: f"{100 * row[name]:.1f}" for name in ("AP", "AUC")},
                "P@1": f"{100 * row['P1']:.0f}",
                "F1 at 0.3": f"{100 * row['F1']:.1f}",
                "threshold": f"{row['threshold']:.2f}",
                "F1 there": f"{100 * row['best F1']:.1f}",
                "ECE": f"{row['ECE']:.3f}",
                "AP without headlines": f"{100 * row['AP without headlines']:.1f}",
                "ECE without headlines": f"{row['ECE without headlines']:.3f}",
            }
            for row in map(json.loads, lines.splitlines())
        ]
    )


def gap_table(output: str) -> str:
    """The table on GUM dev in what `labels/gap.py` prints."""
    return output.split("**GUM dev**")[1].split("**")[0].strip().split("\n\n")[0]


SHOWN = {"mentions": "number of mentions"}
"""Systems that are called otherwise in tables: a model of the paper is called `mentions` too."""


def systems_table(output: str) -> str:
    """The table that `salience evaluate -o -` writes, as README shows it."""

    def share(row: dict[str, str], name: str) -> str:
        low, high = float(row[f"{name}_low"]), float(row[f"{name}_high"])
        return markdown.percent(float(row[name]), (low, high))

    rows = list(csv.DictReader(io.StringIO(output)))
    p = [float(row[name]) for row in rows for name in ("holm_f1", "holm_ap") if row[name]]
    tested = (
        f"Differences of F1 and AP to {rows[0]['system']} have p-values of at most {max(p):.3f}, "
        f"corrected for all {len(p)} of them (Holm); 1,000 shuffles show none below "
        f"{len(p) / 1001:.3f}."
    )
    table = markdown.table(
        [
            {
                "system": SHOWN.get(row["system"], row["system"]),
                "AP (95 %)": share(row, "ap"),
                "F1 (95 %)": share(row, "f1"),
                "most probable is salient": f"{100 * float(row['p_at_1']):.0f}",
            }
            for row in sorted(rows, key=lambda row: -float(row["ap"]))
        ]
    )
    return f"{table}\n\n{tested}"


KEYPHRASES = {
    "noun-chunks": "counts of noun phrases",
    "yake": "YAKE",
    "pytextrank": "pytextrank's TextRank",
    "pytextrank-position": "pytextrank's PositionRank",
}
"""What rankers of phrases are called in running text."""

IN_SHORT = ("systems", "systems-untitled", "gum", "names")
"""The measurements that `in_short` reads, in its order."""


def in_short(systems: str, untitled: str, gum: str, readers: str) -> str:
    """The figures of README, from what measurements print.

    Args:
        systems, untitled: Of `salience evaluate` with headlines and without, by the paper's labels.
        gum, readers: The tables of `gum_table` and of `names.table`.
    """

    def ap(output: str) -> dict[str, float]:
        rows = csv.DictReader(io.StringIO(output))
        return {row["system"]: 100 * float(row["ap"]) for row in rows}

    def cells(table: str, name: str) -> list[str]:
        """The cells of a row behind its name, without intervals."""
        line = next(line for line in table.splitlines() if line.startswith(f"| {name} |"))
        return [cell.split("(")[0].strip() for cell in line.split("|")[2:-1]]

    titled, bare = ap(systems), ap(untitled)
    ours, *_ = titled
    best = max(KEYPHRASES, key=lambda name: titled[name])
    documents = next(csv.DictReader(io.StringIO(systems)))["documents"]
    _, _, f1, precision = cells(gum, "the model that ships")
    texts, _, clean, found = cells(readers, "all")[:4]

    def pair(name: str) -> str:
        return f"{titled[name]:.1f} with headlines and {bare[name]:.1f} without"

    said = (
        f"On {documents} Swiss press releases that trained nothing, labelled by the paper's rule, "
        f"the model that ships has an average precision of {pair(ours)}, in percent. The best of "
        f"{len(KEYPHRASES)} rankers of phrases, {KEYPHRASES[best]}, has {pair(best)}; the number "
        f"of mentions {titled['mentions']:.1f} and {bare['mentions']:.1f} "
        "([Comparison](docs/comparison.md)).",
        "On GUM dev, from raw text and against entities that people marked, its average precision "
        f"is {precision} and its F1 {f1}.",
        f"Of the entities of {texts} texts in which readers marked every name, the F1 of those "
        f"that are right in every respect (all names and no others, type, fullest name) is "
        f"{clean}; {found} percent are found ([What a reader "
        "sees](docs/results.md#what-a-reader-sees)).",
    )
    return "\n".join(
        textwrap.fill(f"- {item}", 105, subsequent_indent="  ", break_on_hyphens=False)
        for item in said
    )


def ranking(output: str) -> str:
    """The ranking of one article in the output of `salience demo`."""
    article = next(part for part in re.split(r"\n\n", output) if part.strip().startswith(ARTICLE))
    return markdown.fenced(article.strip("\n"))


def differences(output: str) -> str:
    """What `salience evaluate` ends with."""
    return markdown.fenced(output[output.index("\nen-salience less ") + 1 :])
