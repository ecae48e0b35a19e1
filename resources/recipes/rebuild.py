"""Rebuild every model that ships, measure them, and put the figures into README and the docs.

    python -m resources.recipes.rebuild CORPORA WORK --judge JUDGE --names-judge NAMES [STEP ...]

Models are made in the order in which they need each other: `pipeline`, `coref`, `types`,
`sentences`, `salience`. Then everything that the pages say of them is measured, a step each, and
`readme` writes what was measured between the markers of README, the pages of `docs` and the
recipes' READMEs, wherever they are; `notebooks` runs those of `notebooks/` again, and `gallery`
makes the pictures.
Without STEP all run; each can be run alone once the models are made, goes on where it stopped, and
is kept as long as the models are those that it was run with: files in WORK carry the fingerprint of
these models in their names. CORPORA is the folder of public corpora, JUDGE the program that
compares predicted entities with gold ones, and NAMES the one that compares them with the names that
readers marked. The step `systems` needs the packages yake and pytextrank, `sentences-compared`
needs pysbd and nltk.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from resources.recipes import page_tables
from resources.recipes.feature_tables import FEATURE_TABLES
from resources.recipes.fingerprints import fingerprint
from resources.recipes.markdown import fenced
from resources.recipes.page_blocks import ROOT, pages, places, refresh

MODELS = ROOT / "resources/models"
PIPELINE, COREF, SALIENCE = "en_salience_sm", "en-coref", "en-salience"
SENTENCES = "en-sentences"
SYSTEMS = (
    *("mentions", "first-sentence", "head-tf-idf", "pagerank"),
    *("noun-chunks", "yake", "pytextrank"),
)
SPEED = ("--copies", "20", "--processes")


def example(page: Path) -> str:
    """What the Python example above the markers of the block `example` prints."""
    above, _, _ = page.read_text(encoding="utf8").partition("<!-- begin: example -->")
    *_, code = re.findall(r"^```python\n(.*?)^```$", above, re.MULTILINE | re.DOTALL)
    return run([sys.executable, "-c", code])


def run(command: list[str]) -> str:
    """Run a program in the project's root; its standard output.

    Raises:
        subprocess.CalledProcessError: If it fails.
    """
    print("$", *command, file=sys.stderr, flush=True)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def shipped(name: str) -> Path:
    """The folder of a model that ships, of whatever version; one that is not there if none does."""
    found = sorted(MODELS.glob(f"{name}-[0-9]*"))
    if len(found) > 1:
        raise SystemExit(f"{name} lies in several versions in {MODELS}: delete the older ones")
    return found[0] if found else MODELS / name


def card(name: str) -> dict:
    """The card of a model that ships."""
    return json.loads((shipped(name) / "meta.json").read_text(encoding="utf8"))


@dataclass(frozen=True)
class Build:
    """What is made, measured and written.

    Attributes:
        corpora: The folder of public corpora.
        work: The folder for intermediate files.
        judge: The program that compares predicted entities with gold ones.
        names_judge: The program that compares them with the names that readers marked.
    """

    corpora: Path
    work: Path
    judge: Path
    names_judge: Path

    def parsed(self) -> Path:
        """Where files made with these parses lie."""
        return self.work / f"parsed-{fingerprint(shipped(PIPELINE), shipped(COREF))}"

    def labels(self, name: str) -> Path:
        """A label file that the step `salience` leaves."""
        return self.parsed() / f"salience/labels/{name}.jsonl"

    def swiss_labels(self) -> Path:
        """The label file that the step `swiss` leaves, which is run if need be."""
        self.output("swiss")
        return self.parsed() / "swiss/swiss-2019-2020.labels.jsonl"

    def output(self, name: str) -> str:
        """What a measurement prints about these models; it is run once."""
        ours = (SENTENCES,) if name.startswith("sentences") else ()
        models = map(shipped, (PIPELINE, COREF, SALIENCE, *ours))
        path = self.work / f"measured-{fingerprint(*models)}" / f"{name}.txt"
        if not path.exists():
            printed = run(self.measurements()[name]())
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(printed, encoding="utf8")
        return path.read_text(encoding="utf8")

    def measurements(self) -> dict[str, Callable[[], list[str]]]:
        """The command of every measurement, by its name."""
        corpora, pairs = self.corpora, self.corpora / "pairs"
        judged = ("--judge", self.judge)

        def salience_recipe(name: str, *arguments: object) -> list[str]:
            return recipe(f"salience.{name}", corpora, self.parsed() / "salience", *arguments)

        def coref(name: str) -> list[str]:
            return recipe("coref.evaluate", corpora, "--coref", name, "--json")

        def labels(name: str, *arguments: object) -> list[str]:
            return recipe(f"labels.{name}", corpora, self.parsed() / "gum", *arguments)

        def names(part: str) -> list[str]:
            judge = ("--names-judge", self.names_judge)
            return recipe("names.table", corpora, *judge, "--set", part)

        def evaluate() -> list[str]:
            path = self.parsed() / "examples.jsonl"
            run(command("label", ROOT / "resources/examples/articles.jsonl", "-o", path))
            return command("evaluate", path)

        return {
            "swiss": lambda: command(
                *("experiment", pairs / "swiss-1997-2018.jsonl", pairs / "swiss-2019-2020.jsonl"),
                *("--labels-dir", self.parsed() / "swiss", "--n-process", 2, "--json"),
            ),
            "systems": lambda: command(
                *("evaluate", self.swiss_labels()),
                *("--corpus", pairs / "swiss-2019-2020.jsonl"),
                *(part for name in SYSTEMS for part in ("--system", name)),
                *("-o", "-"),
            ),
            "gum": lambda: salience_recipe("gum_table", *judged),
            "gold": lambda: salience_recipe("gold_table", self.parsed() / "gum"),
            "names": lambda: names("report"),
            "names-look": lambda: names("look"),
            "ablation": lambda: salience_recipe("ablation", *judged),
            "genres": lambda: salience_recipe("genre_table", self.swiss_labels(), *judged),
            "calibration": lambda: recipe(
                "salience.calibration_table",
                *map(self.labels, ("gum-closed", "gum-dev")),
                self.swiss_labels(),
            ),
            "coref-rules": lambda: coref("rules"),
            "coref-learned": lambda: coref("learned"),
            "coref-salience": lambda: recipe("coref.salience_table", corpora, *judged),
            "sentences-compared": lambda: recipe("sentences.comparison", corpora),
            "sentences-paper": lambda: recipe("sentences.paper_tables", corpora),
            "labels": lambda: labels("rules_table", *judged, "--ship"),
            "gap": lambda: labels("gap"),
            "centrality": lambda: recipe("centrality.table", corpora, self.parsed()),
            "speed": lambda: [sys.executable, str(ROOT / "tests/benchmarks/speed.py"), *SPEED],
            "demo": lambda: command("demo"),
            "evaluate": evaluate,
        }

    def blocks(self) -> dict[str, Callable[[], str]]:
        """What makes each marked block of the pages, by its name."""

        def labels(name: str) -> Callable[[], str]:
            return lambda: page_tables.label_blocks(self.output("labels"))[name]

        candidates = "salience/candidates.jsonl"
        same = ("ablation", "genres", "calibration", "centrality", "gum", "gold")
        same += ("names", "names-look", "coref-salience", "sentences-compared", "sentences-paper")
        return {
            **{name: partial(self.output, name) for name in same},
            **{name: labels(name) for name in ("rules", "right", "errors")},
            "candidates": lambda: page_tables.candidate_table(
                (self.parsed() / candidates).read_text(encoding="utf8")
            ),
            "gap-in-full": lambda: self.output("gap").strip(),
            "demo": lambda: page_tables.ranking(self.output("demo")),
            "example": lambda: fenced(example(places(pages())["example"])),
            "evaluate": lambda: page_tables.differences(self.output("evaluate")),
            "swiss": lambda: page_tables.experiment_rows(self.output("swiss")),
            "systems": lambda: page_tables.systems_table(self.output("systems")),
            "coref": lambda: page_tables.coref_table(
                self.output("coref-rules") + self.output("coref-learned")
            ),
            "labels": lambda: page_tables.label_table(self.output("labels")),
            "gap": lambda: page_tables.gap_table(self.output("gap")),
            "found": lambda: page_tables.found_table(card(SALIENCE)["card"]["scores"]),
            "pipeline": lambda: page_tables.pipeline_table(card(PIPELINE)["performance"]),
            "case": lambda: page_tables.case_table(card(PIPELINE)["performance"]),
            "speed": lambda: fenced(self.output("speed")),
            **FEATURE_TABLES,
        }

    def steps(self) -> dict[str, Callable[[], object]]:
        """The steps by name, in order."""
        corpora, work = self.corpora, self.work
        return {
            "pipeline": lambda: run(recipe("pipeline.train", corpora, work / "pipeline", MODELS)),
            "coref": lambda: run(recipe("coref.train", corpora, work / "coref", MODELS)),
            "types": lambda: run(recipe("names.types", corpora)),
            "sentences": lambda: run(recipe("sentences.train", corpora, MODELS)),
            "salience": lambda: run(
                recipe(
                    *("salience.train", corpora, self.parsed() / "salience"),
                    *("--judge", self.judge, "--ship", "--n-process", 2),
                )
            ),
            **{name: partial(self.output, name) for name in self.measurements()},
            "readme": lambda: refresh(pages(), self.blocks()),
            "notebooks": lambda: run(recipe("notebooks")),
            "gallery": lambda: run(recipe("gallery")),
        }


def recipe(module: str, *arguments: object) -> list[str]:
    """The command that runs a recipe."""
    return [sys.executable, "-m", f"resources.recipes.{module}", *map(str, arguments)]


def command(*arguments: object) -> list[str]:
    """The command that runs `salience`."""
    return [sys.executable, "-m", "salience", *map(str, arguments)]


def main() -> None:
    """Run the steps in order; each keeps what is finished."""
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("corpora", type=Path)
    options.add_argument("work", type=Path)
    options.add_argument("--judge", type=Path, required=True)
    options.add_argument("--names-judge", type=Path, required=True)
    options.add_argument("steps", nargs="*")
    arguments = options.parse_intermixed_args()
    paths = (arguments.corpora, arguments.work, arguments.judge, arguments.names_judge)
    steps = Build(*(path.resolve() for path in paths)).steps()
    if unknown := set(arguments.steps) - steps.keys():
        options.error(f"no step {', '.join(sorted(unknown))}; choose from {', '.join(steps)}")
    for name in arguments.steps or steps:
        print("==", name, file=sys.stderr, flush=True)
        steps[name]()


if __name__ == "__main__":
    main()
