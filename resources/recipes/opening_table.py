"""The table with which `docs/results.md` opens: the figures that matter, beside those of others."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping

from resources.recipes import markdown
from resources.recipes.page_tables import label_table

OURS, RULES = "the model that ships", "`names`"
ELSEWHERE = {
    "salience, news": (
        "F1 62.0 on the New York Times (Dunietz and Gillick 2014); about 82 by a cross-encoder "
        "(Bhowmik et al. 2024)",
        "both learned from a hundred thousand articles of the paper that they are tested on, the "
        "second from pretrained weights, on a GPU; ours has read nothing of its source",
    ),
    "salience, 15 genres": (
        "none by this measure; F1 67.8 of one person's summary against another's",
        "people know all entities, ours finds them in raw text",
    ),
    "agreement": (
        "0.56 of two experts, 0.36 and 0.39 of these with labels (Dunietz and Gillick 2014)",
        "their experts rated entities of news; here people wrote summaries",
    ),
    "labels": (
        "{} by the rule of Dunietz and Gillick (2014) on the same documents",
        "the same entities",
    ),
    "entities as a reader sees them": ("none", "the texts and the measure are our own"),
    "names": (
        "86 on the test set (XLM-R large, Mayhew et al. 2024)",
        "pretrained weights, 60 times our size; ours reads raw text, and its tokens are its own",
    ),
    "coreference": (
        "on OntoNotes 56 and 60 (CoreNLP, statistical and neural), 63 (random forests), 78.5 to "
        "83.6 with pretrained encoders",
        "OntoNotes is another set, with many more documents to learn from",
    ),
    "aligned words": (
        "88 to 92 on like sets, by rules, resources or pretrained encoders",
        "ours learned from pairs alone, without links",
    ),
    "ends of sentences": (
        "0.25 on the Wall Street Journal (Gillick 2009)",
        "edited news of the newspaper that it was learned from; here 15 genres",
    ),
}
"""By row, the best figure that is known elsewhere with its source, and what differs."""

READ = (
    *("systems", "gum", "people", "labels", "names", "coref-learned"),
    *("aligners-sentences", "sentences-compared"),
)
"""The measurements that the table is made of."""


def opening_table(output: Mapping[str, str], performance: Mapping[str, dict]) -> str:
    """A row for each figure: ours with its interval and set, others', and what differs.

    Args:
        output: What each measurement of `READ` prints.
        performance: The scores on the pipeline's card.
    """
    paper, ours = _label_figures(output["labels"])
    names = performance["ewt-dev"]["names"]["all"]
    figures = {
        "salience, news": (_systems(output["systems"]), "979 Swiss press releases"),
        "salience, 15 genres": (
            f"AP {_cell(output['gum'], OURS, 4)}, F1 {_cell(output['gum'], OURS, 3)}",
            "GUM dev, raw text",
        ),
        "agreement": (
            f"kappa with other people: a person {_cell(output['people'], 'a person', 1)}, our "
            f"labels {_cell(output['people'], 'our labels, from a person', 1)}, the model "
            f"{_cell(output['people'], OURS, 1)}",
            "GUM dev, documents with five human summaries, gold entities",
        ),
        "labels": (f"F1 {ours}", "GUM dev, gold entities"),
        "entities as a reader sees them": (
            f"clean F1 {_cell(output['names'], 'all', 3)}",
            "14 texts, all names marked; the models read ten of them, unmarked",
        ),
        "names": (f"F1 {names:.1f}", "UNER over EWT dev, raw text"),
        "coreference": (f"CoNLL F1 {_coreference(output['coref-learned'])}", "OntoGUM dev"),
        "aligned words": (
            f"soft F1 {_aligned(output['aligners-sentences'])}",
            "Edinburgh's paraphrases, test part",
        ),
        "ends of sentences": (
            f"{_sentences(output['sentences-compared'])} % of periods are wrong",
            "GUM dev",
        ),
    }
    return markdown.table(
        [
            {
                "what": what,
                "here (95 %)": figure,
                "set": where,
                "elsewhere": ELSEWHERE[what][0].format(paper),
                "what differs": ELSEWHERE[what][1],
            }
            for what, (figure, where) in figures.items()
        ]
    )


def _cell(table: str, row: str, place: int) -> str:
    """A cell of the first row of a table that begins so; the name of the row is the first cell."""
    line = next(line for line in table.splitlines() if line.startswith(f"| {row}"))
    return line.split("|")[place + 1].strip()


def _systems(output: str) -> str:
    row = next(csv.DictReader(io.StringIO(output)))

    def share(name: str) -> str:
        interval = float(row[f"{name}_low"]), float(row[f"{name}_high"])
        return markdown.percent(float(row[name]), interval)

    return f"AP {share('ap')}, F1 {share('f1')}"


def _label_figures(output: str) -> tuple[str, str]:
    """F1 on GUM dev with gold entities, by the paper's rule without its interval and by ours."""
    table = label_table(output)
    return _cell(table, "`dunietz-gillick`", 1).split(" ")[0], _cell(table, RULES, 1)


def _coreference(lines: str) -> str:
    rows = map(json.loads, lines.splitlines())
    row = next(row for row in rows if row["row"] == "OntoGUM dev")
    return markdown.percent(row["conll"], row["intervals"]["conll"])


def _aligned(table: str) -> str:
    test = _cell(table, "semi-Markov, as it ships", 2)
    return re.sub(r".*\*\*(.*?)\*\*( \([^)]*\)).*", r"\1\2", test)


def _sentences(output: str) -> str:
    return _cell(output.split("**GUM dev**")[1], "salience.sentences", 2)
