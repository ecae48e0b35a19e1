"""The table with which `docs/results.md` opens: the figures that matter, beside those of others."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping

from resources.recipes import markdown
from resources.recipes.page_tables import cells, label_table, share

OURS = "the model that ships"
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
        "ours learned from pairs, and from the links of 54 documents",
    ),
    "ends of sentences": (
        "0.25 on the Wall Street Journal (Gillick 2009)",
        "edited news of the newspaper that it was learned from; here 15 genres",
    ),
}
"""By row, the best figure that is known elsewhere with its source, and what differs."""

READ = (
    *("systems", "gum", "people", "labels", "names", "coref-scores"),
    *("aligners-sentences", "sentences-compared"),
)
"""The measurements that the table is made of."""


def opening_table(output: Mapping[str, str], performance: Mapping[str, dict]) -> str:
    """A row for each figure: ours with its interval and set, others', and what differs.

    `output` is what each measurement of `READ` prints.
    """
    labels, people, gum = (
        label_table(output["labels"]),
        output["people"],
        cells(output["gum"], OURS),
    )
    systems = next(csv.DictReader(io.StringIO(output["systems"])))
    coref = next(
        line.split("|")[-2].strip()
        for line in output["coref-scores"].splitlines()
        if line.startswith("| OntoGUM dev (")
    )
    aligned = cells(output["aligners-sentences"], "as it ships (`en-wordalign`)")[2]
    sentences = cells(output["sentences-compared"].split("**GUM dev**")[1], "salience.sentences")
    agreeing = {
        "a person": "a person",
        "our labels": "our labels, from a person",
        "the model": OURS,
    }
    kappa = ", ".join(f"{who} {cells(people, row)[1]}" for who, row in agreeing.items())
    names = performance["ewt-dev"]["names"]["all"]
    figures = {
        "salience, news": (
            f"AP {share(systems, 'ap')}, F1 {share(systems, 'f1')}",
            "979 Swiss press releases",
        ),
        "salience, 15 genres": (f"AP {gum[4]}, F1 {gum[3]}", "GUM dev, raw text"),
        "agreement": (
            f"kappa with other people: {kappa}",
            "GUM dev, documents with five human summaries, gold entities",
        ),
        "labels": (f"F1 {cells(labels, '`names`')[1]}", "GUM dev, gold entities"),
        "entities as a reader sees them": (
            f"clean F1 {cells(output['names'], 'all')[3]}",
            "14 texts, all names marked; the models read ten of them, unmarked",
        ),
        "names": (f"F1 {names:.1f}", "UNER over EWT dev, raw text"),
        "coreference": (f"CoNLL F1 {coref}", "OntoGUM dev"),
        "aligned words": (
            "soft F1 " + re.sub(r".*\*\*(.*?)\*\*( \([^)]*\)).*", r"\1\2", aligned),
            "Edinburgh's paraphrases, test part",
        ),
        "ends of sentences": (f"{sentences[2]} % of periods are wrong", "GUM dev"),
    }
    paper = cells(labels, "`dunietz-gillick`")[1].split(" ")[0]
    return markdown.table(
        {
            "what": what,
            "here (95 %)": figure,
            "set": where,
            "elsewhere": ELSEWHERE[what][0].format(paper),
            "what differs": ELSEWHERE[what][1],
        }
        for what, (figure, where) in figures.items()
    )
