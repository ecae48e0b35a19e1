"""What the pages show of the models: tables from their cards and from what measurements print."""

import csv
import io
import json
import re
from collections.abc import Callable, Mapping

from resources.recipes import markdown
from resources.recipes.page_figures import Tables, cell

ARTICLE = "Recount confirms"  # the title of the example article whose ranking README shows


def pipeline_table(performance: dict) -> str:
    dev, gum = (performance[name]["sentences"] for name in ("ewt-dev", "gum-dev"))
    titles = {
        "ewt-dev": f"EWT dev ({dev:,} sentences; names: UNER)",
        "gum-dev": f"GUM dev ({gum:,} sentences)",
        "pooled": "both",
    }
    columns = {"UPOS": "upos", "lemmas": "lemma", "LAS": "las", "sentence F1": "sent"}
    return markdown.table(
        {"set": title, **rounded(performance[key]["scores"], columns)}
        | {"names F1": "", **rounded(performance[key].get("names") or {}, {"names F1": "all"})}
        for key, title in titles.items()
    )


def rounded(scores: Mapping[str, float], columns: Mapping[str, str]) -> dict[str, str]:
    """Scores to one decimal, of those that are there."""
    return {column: f"{scores[x]:.1f}" for column, x in columns.items() if x in scores}


def case_table(performance: dict) -> str:
    names = {
        **{"as it is": "as they are", "title": "Title Case", "names": "names in CAPITALS"},
        **{"upper": "ALL CAPITALS", "lower": "lower case"},
    }
    columns = {"UPOS": "upos", "LAS": "las", "names F1": "names"}
    return markdown.table(
        {"texts": name, **rounded(performance["recased"][key], columns)}
        for key, name in names.items()
    )


def found_table(scores: dict) -> str:
    """How many gold names the shipped models find, from the salience model's card."""
    return markdown.table(
        {
            "set": name.replace("reported only", "development set"),
            "gold names": said["named"],
            "found": f"{100 * said['found']:.1f}",
            "right of those given": f"{100 * said['named_P']:.1f}",
            "most probable is salient": f"{100 * said['P1']:.0f}",
        }
        for name, said in scores.items()
        if name != "signature"
    )


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
    by_name = {row["row"]: row for row in rows}
    f1, k = by_name[ALL_FEATURES]["f1"], round(1 / by_name[FIRST_K]["threshold"])
    ahead = {
        name: f"{100 * (f1 / by_name[name]['f1'] - 1):.0f} % more than {name}"
        for name in (POSITIONAL, FIRST_K, MENTIONS)
    }
    verdict = (
        f"All features of the paper (`{ALL_FEATURES}`) have {ahead[POSITIONAL]} in F1, "
        f"{ahead[FIRST_K]} (here k is {k}, the best on these very labels) and {ahead[MENTIONS]}, a "
        "model that is trained on their numbers alone."
    )
    return f"{markdown.table(table)}\n\n{said}\n\n{verdict}"


def cells(table: str, name: str) -> list[str]:
    """The cells of the first row of a table that begins so; the name of the row is the first."""
    line = next(line for line in table.splitlines() if line.startswith(f"| {name}"))
    return [cell.strip() for cell in line.split("|")[1:-1]]


def label_table(output: str) -> str:
    """The paper's rule and the default ones, from the tables of `labels/rules_table.py`."""
    by_title = dict(re.findall(r"\*\*([^*]+)\*\*: P / R / F1.*?\n\n(.*?)\n\n", output, re.DOTALL))
    views = {"gold": by_title["gold mentions and coreference"], "raw": by_title["raw text"]}
    rows: list[dict[str, object]] = []
    for rules in ("`dunietz-gillick`", "`names`"):
        row: dict[str, object] = {"rules": rules}
        of_view = {
            name: [re.sub(r".*/ \*\*(.*?)\*\*", r"\1", cell) for cell in cells(part, f"{rules} ")]
            for name, part in views.items()
        }
        for place, part in ((2, "dev"), (1, "tuning")):
            row |= {f"{part}, {name}": said[place] for name, said in of_view.items()}
        rows.append(row)
    return markdown.table(rows)


def label_blocks(output: str) -> dict[str, str]:
    tables = re.split(r"\n\n(?=\| rules \| rule )", output.strip())
    return dict(zip(("rules", "right"), tables, strict=True))


SHOWN = {"mentions": "number of mentions"}
"""Systems that are called otherwise in tables: a model of the paper is called `mentions` too."""


def share(row: Mapping[str, str], name: str) -> str:
    return markdown.percent(
        float(row[name]), (float(row[f"{name}_low"]), float(row[f"{name}_high"]))
    )


def systems_table(output: str) -> str:
    """The table that `salience evaluate -o -` writes, as README shows it."""
    rows = list(csv.DictReader(io.StringIO(output)))
    p = [float(row[name]) for row in rows for name in ("holm_f1", "holm_ap") if row[name]]
    tested = (
        f"Differences of F1 and AP to {rows[0]['system']} have p-values of at most {max(p):.3f}, "
        f"corrected for all {len(p)} of them (Holm); 1,000 shuffles show none below "
        f"{len(p) / 1001:.3f}."
    )
    table = markdown.table(
        {
            "system": SHOWN.get(row["system"], row["system"]),
            "AP (95 %)": share(row, "ap"),
            "F1 (95 %)": share(row, "f1"),
            "most probable is salient": f"{100 * float(row['p_at_1']):.0f}",
        }
        for row in sorted(rows, key=lambda row: -float(row["ap"]))
    )
    return f"{table}\n\n{tested}"


IN_SHORT = {
    "`en-salience`, the model that ships": "en-salience",
    "number of mentions": "number of mentions",
    "counts of noun phrases, our own": "noun-chunks",
    "pytextrank's TextRank": "pytextrank",
    "pytextrank's PositionRank": "pytextrank-position",
    "YAKE": "yake",
}
"""The rows of the table in README, and those of the tables of systems that they are taken from."""


def in_short(tables: Tables) -> str:
    """The table in README, from those of systems that the pages have."""
    columns = {"with headlines": "systems", "without headlines": "systems-untitled"}
    return markdown.table(
        {"average precision (95 %)": shown}
        | {column: cell(tables, f"{block}; {row}; AP") for column, block in columns.items()}
        for shown, row in IN_SHORT.items()
    )


def ranking(output: str) -> str:
    article = next(part for part in output.split("\n\n") if part.strip().startswith(ARTICLE))
    return markdown.fenced(article.strip("\n"))


SHOWN_AS: Mapping[str, Callable[[str], str]] = {
    "evaluate": lambda said: markdown.fenced(said[said.index("\nen-salience less ") + 1 :]),
    "labels": label_table,
    "speed": markdown.fenced,
    "swiss": experiment_rows,
    **dict.fromkeys(("systems", "systems-untitled", "systems-names"), systems_table),
}
"""By measurement, what the pages show of its output where that is not all of it."""
