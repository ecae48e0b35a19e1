"""Rebuild every model that ships, measure them, and put the figures into README and the docs.

    python -m resources.recipes.rebuild CORPORA WORK [STEP ...]

Models are made in the order in which they need each other, then everything that the pages say of
them is measured, a step each, by the commands of `commands.py`. `readme` writes commands and tables
between the markers of the pages; `notebooks` runs those of `notebooks/` again, and `gallery` makes
the pictures. Without STEP all run; each can be run alone once the models are made, goes on where it
stopped, and is kept as long as the models are the same: files in WORK carry their fingerprint.
After a change of code take another WORK. `systems` needs the packages yake and pytextrank,
`sentences-compared` pysbd and nltk, `phrases` sacrebleu, `summaries` and `summaries-learned` sumy,
the two steps of aligners WordNet (Debian's package wordnet-base), and the two of `web-sm` PyPI.
"""

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from resources.recipes import page_figures, page_tables
from resources.recipes.checksums import write_sums
from resources.recipes.commands import BEFORE_MODELS, BUILD, COMMANDS, MEASURE, NEEDS, lines
from resources.recipes.feature_tables import FEATURE_TABLES
from resources.recipes.markdown import fenced
from resources.recipes.page_blocks import ROOT, pages, places, refresh
from salience.storage.model_folder import SUMS

MODELS = ROOT / "resources/models"
PIPELINE, SALIENCE = "en_salience_sm", "en-salience"
SENTENCES, ALIGNER = "en-sentences", "en-wordalign"
ALSO = {"sentences": SENTENCES, "aligners": ALIGNER, "labels": ALIGNER}
"""Models that only some measures use, by the first word of the measure."""
LEARNED = (ROOT / "resources/names", ROOT / "resources/words", ROOT / "resources/text")
"""Folders of weights and words on which what is read, names and types depend."""


def example(page: Path) -> str:
    above, _, _ = page.read_text(encoding="utf8").partition("<!-- begin: example -->")
    *_, code = re.findall(r"^```python\n(.*?)^```$", above, re.MULTILINE | re.DOTALL)
    return run([sys.executable, "-c", code])


def run(command: list[str]) -> str:
    print("$", *command, file=sys.stderr, flush=True)
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def fingerprint(*folders: Path) -> str:
    """Eight hexadecimal digits that change with any file in the folders, but for checksums."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.name != SUMS):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def shipped(name: str) -> Path:
    found = sorted(MODELS.glob(f"{name}-[0-9]*"))
    if len(found) > 1:
        raise SystemExit(f"{name} lies in several versions in {MODELS}: delete the older ones")
    return found[0] if found else MODELS / name


def card(name: str) -> dict:
    return json.loads((shipped(name) / "meta.json").read_text(encoding="utf8"))


@dataclass(frozen=True)
class Build:
    corpora: Path
    work: Path

    def parsed(self) -> Path:
        return self.work / f"parsed-{fingerprint(shipped(PIPELINE), *LEARNED)}"

    def commands(self, name: str) -> list[list[str]]:
        work = self.work if name in BEFORE_MODELS else self.parsed()
        return list(lines(COMMANDS[name], {"CORPORA": self.corpora, "WORK": work}))

    def made(self, name: str) -> str:
        self.parsed().mkdir(parents=True, exist_ok=True)
        printed = [run(command) for command in self.commands(name)][-1]
        if name in BUILD:
            write_sums(MODELS)
        return printed

    def output(self, name: str) -> str:
        """What a measurement prints about these models; it is run once."""
        if name in NEEDS:
            self.output(NEEDS[name])
        also = ALSO.get(name.split("-")[0])
        models = map(shipped, (PIPELINE, SALIENCE, *([also] if also else ())))
        path = self.work / f"measured-{fingerprint(*models, *LEARNED)}" / f"{name}.txt"
        if not path.exists():
            printed = self.made(name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(printed, encoding="utf8")
        return path.read_text(encoding="utf8")

    def blocks(self) -> dict[str, Callable[[], str]]:
        """What makes each marked block of the pages, by its name."""

        def below(name: str, table: Callable[[], str]) -> Callable[[], str]:
            """A table below the commands that print it."""
            return lambda: f"{fenced(COMMANDS[name])}\n\n{table()}"

        def measured(name: str) -> Callable[[], str]:
            """What a measurement prints, as the pages show it."""
            table = page_tables.SHOWN_AS.get(name, str.strip)
            return below(name, lambda: table(self.output(name)))

        def labels(name: str) -> Callable[[], str]:
            return lambda: page_tables.label_blocks(self.output("labels"))[name]

        def of_card(name: str, key: str, table: Callable[[dict], str]) -> Callable[[], str]:
            return lambda: table(card(name)[key])

        candidates = self.parsed() / "salience/candidates.md"
        found = of_card(SALIENCE, "card", lambda said: page_tables.found_table(said["scores"]))
        return {
            **{name: measured(name) for name in MEASURE},
            "rules": below("labels", labels("rules")),
            "right": labels("right"),
            "candidates": below("salience", lambda: candidates.read_text(encoding="utf8")),
            "demo": lambda: page_tables.ranking(self.output("demo")),
            "example": lambda: fenced(example(places(pages())["example"])),
            "found": below("salience", found),
            "pipeline": below(
                "pipeline", of_card(PIPELINE, "performance", page_tables.pipeline_table)
            ),
            "case": of_card(PIPELINE, "performance", page_tables.case_table),
            **FEATURE_TABLES,
            # The last, as it reads the tables of others.
            "in-short": lambda: page_tables.in_short(page_figures.tables_of(pages())),
        }

    def write_pages(self) -> None:
        """Write the marked blocks, then the figures that sentences take from their tables."""
        refresh(pages(), self.blocks())
        page_figures.refresh(pages())

    def steps(self) -> dict[str, Callable[[], object]]:
        return {
            **{name: partial(self.made, name) for name in BUILD},
            **{name: partial(self.output, name) for name in MEASURE},
            "readme": self.write_pages,
            **{
                name: partial(run, [sys.executable, "-m", f"resources.recipes.{name}"])
                for name in ("notebooks", "gallery")
            },
        }


def main(
    corpora: Path,
    work: Path,
    steps: Annotated[list[str] | None, typer.Argument(metavar="STEP")] = None,
) -> None:
    programs = Build(corpora.resolve(), work.resolve()).steps()
    if unknown := set(steps or ()) - programs.keys():
        unknown_steps = ", ".join(sorted(unknown))
        raise SystemExit(f"no step {unknown_steps}; choose from {', '.join(programs)}")
    for name in steps or programs:
        print("==", name, file=sys.stderr, flush=True)
        programs[name]()


if __name__ == "__main__":
    typer.run(main)
