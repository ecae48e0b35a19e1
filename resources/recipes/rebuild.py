"""Make every model that ships anew, measure them, and put the figures into README and the docs.

    python -m resources.recipes.rebuild CORPORA WORK --judge JUDGE [STEP ...]

Models are made in the order in which they need each other: `pipeline`, `coref`, `salience`. Then
everything that the pages say of them is measured, a step each, and `readme` writes what was
measured between the markers of README, the pages of `docs` and the recipes' READMEs, wherever they
are; `notebooks` runs those of `notebooks/` again. Without STEP all run; each can be run alone once
the models are made, goes on where it stopped, and is kept as long as the models are those that it
was run with: files in WORK carry the fingerprint of these models in their names. CORPORA is the
folder of public corpora, JUDGE the program that compares predicted entities with gold ones. The
step `systems` needs the packages yake and pytextrank.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from salience.features.descriptions import attributes_table, groups_table

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODELS = ROOT / "resources/models"
PIPELINE, COREF, SALIENCE = "en_salience_sm", "en-coref", "en-salience"
ARTICLE = "Recount confirms"  # the title of the example article whose ranking README shows
SYSTEMS = (
    *("mentions", "first-sentence", "head-tf-idf", "pagerank"),
    *("noun-chunks", "yake", "pytextrank"),
)
SPEED = ("--copies", "40")
FEATURE_TABLES = {"groups": groups_table, "attributes": attributes_table}
COREF_MEASURES = {"muc": "MUC", "b_cubed": "B³", "ceafe": "CEAFe"}
_BLOCK = re.compile(r"(<!-- begin: (\S+) -->\n).*?(<!-- end: \2 -->)", re.DOTALL)


def fingerprint(*folders: Path) -> str:
    """Eight hexadecimal digits that change with any file in the folders; a missing one is empty."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:8]


def pages() -> list[Path]:
    """The pages that may have marked blocks."""
    return [ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), *sorted(HERE.glob("*/README.md"))]


def places(pages: Iterable[Path]) -> dict[str, Path]:
    """The page of each marked block.

    Raises:
        ValueError: If a block has markers twice.
    """
    found: dict[str, Path] = {}
    for page in pages:
        for match in _BLOCK.finditer(page.read_text(encoding="utf8")):
            if match[2] in found:
                raise ValueError(
                    f"block {match[2]!r} has markers in {found[match[2]]} and {page}: leave one"
                )
            found[match[2]] = page
    return found


def refresh(pages: Iterable[Path], blocks: Mapping[str, Callable[[], str]]) -> None:
    """Write each block between its markers, on whichever of the pages they are.

    Raises:
        ValueError: If a block has no markers or has them twice, or markers have no block.
    """
    place = places(pages)
    if lost := blocks.keys() - place.keys():
        names = ", ".join(sorted(lost))
        raise ValueError(f"no page has markers for {names}: add <!-- begin: … --> and end to one")
    if unknown := place.keys() - blocks.keys():
        names = ", ".join(f"{name} in {place[name]}" for name in sorted(unknown))
        raise ValueError(f"no block is made for the markers of {names}: take them out")
    for name, page in place.items():
        text = page.read_text(encoding="utf8")
        page.write_text(fill(text, name, blocks[name]()), encoding="utf8")


def fill(text: str, name: str, block: str) -> str:
    r"""The text with another content of one marked block.

    >>> fill("a\n<!-- begin: t -->\nold\n<!-- end: t -->\n", "t", "new")
    'a\n<!-- begin: t -->\nnew\n<!-- end: t -->\n'
    """
    return _BLOCK.sub(lambda m: f"{m[1]}{block.rstrip()}\n{m[3]}" if m[2] == name else m[0], text)


def markdown(rows: list[dict[str, object]]) -> str:
    """A table whose columns are the keys of the first row.

    >>> print(markdown([{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]))
    | a | b |
    |---|---|
    | 1 | x |
    | 2 | y |
    """
    lines = [[str(key) for key in rows[0]], ["---"] * len(rows[0])]
    lines += [[str(value) for value in row.values()] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |".replace(" --- ", "---") for line in lines)


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
    return markdown(
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
    return markdown(
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
    return markdown(rows)


def experiment_rows(lines: str) -> str:
    """The rows of `salience experiment --json`, with their signature below."""
    rows = [json.loads(line) for line in lines.splitlines()]
    table = [
        {
            "row": row["row"],
            "P": f"{100 * row['precision']:.1f}",
            "R": f"{100 * row['recall']:.1f}",
            "F1": f"{100 * row['f1']:.1f}",
            "95 % of F1": "–".join(f"{100 * end:.1f}" for end in row["intervals"]["f1"]),
            "best F1": f"{100 * row['best_f1']:.1f}",
            "at": f"{row['best_threshold']:.2f}",
        }
        for row in rows
    ]
    salient = rows[0]["salient"] / rows[0]["entities"]
    common = re.sub(r"\|(threshold|system)=[^|]*", "", rows[0]["signature"])
    said = f"{100 * salient:.0f} % are salient; models are at a threshold of 0.3. `{common}`"
    return f"{markdown(table)}\n\n{said}"


def coref_table(lines: str) -> str:
    """The rows of `coref/evaluate.py --json` for the rules and the learned resolver, by set."""
    rows = [json.loads(line) for line in lines.splitlines()]
    places = {row["row"]: place for place, row in reversed(list(enumerate(rows)))}
    table: list[dict[str, object]] = []
    for row in sorted(rows, key=lambda row: places[row["row"]]):
        low, high = row["intervals"]["conll"]
        f1 = {name: f"{100 * row['f1'][name]:.1f}" for name in ("mentions", *COREF_MEASURES)}
        table.append(
            {
                "set": f"{row['row']} ({row['documents']} documents)",
                "coref": f"`{row['coref']}`",
                "mentions F1": f1["mentions"],
                **{name: f1[key] for key, name in COREF_MEASURES.items()},
                "CoNLL F1 (95 %)": f"{100 * row['conll']:.1f} ({100 * low:.1f}–{100 * high:.1f})",
            }
        )
    return markdown(table)


def label_table(output: str) -> str:
    """The paper's rule and the default ones, from the tables of `labels/rules_table.py`."""
    parts = dict(re.findall(r"\*\*([^*]+)\*\*: P / R / F1.*?\n\n(.*?)\n\n", output, re.DOTALL))
    gold, raw = parts["gold mentions and coreference"], parts["raw text"]

    def cells(part: str, rules: str) -> list[str]:
        line = next(line for line in part.splitlines() if line.startswith(f"| `{rules}`"))
        return [re.sub(r".*/ \*\*(.*?)\*\*", r"\1", cell.strip()) for cell in line.split("|")[2:-1]]

    rows: list[dict[str, object]] = []
    for rules in ("dunietz-gillick", "names"):
        (_, dev, every), (raw_tuning, raw_dev, _) = cells(gold, rules), cells(raw, rules)
        rows.append(
            {
                "rules": f"`{rules}`",
                "gold, all": every,
                "gold, dev": dev,
                "raw, tuning": raw_tuning,
                "raw, dev": raw_dev,
            }
        )
    return markdown(rows)


def candidate_table(lines: str) -> str:
    """The candidates of `salience/train.py`, best AP first."""
    return markdown(
        [
            {
                "candidate": row["candidate"],
                **{name: f"{100 * row[name]:.1f}" for name in ("AP", "AUC")},
                "P@1": f"{100 * row['P1']:.0f}",
                "F1 at 0.3": f"{100 * row['F1']:.1f}",
                "threshold": f"{row['threshold']:.2f}",
                "F1 there": f"{100 * row['best F1']:.1f}",
            }
            for row in map(json.loads, lines.splitlines())
        ]
    )


def gap_table(output: str) -> str:
    """The table on GUM dev in what `labels/gap.py` prints."""
    return output.split("**GUM dev**")[1].split("**")[0].strip().split("\n\n")[0]


def ranking(output: str) -> str:
    """The ranking of one article in the output of `salience demo`."""
    article = next(part for part in re.split(r"\n\n", output) if part.strip().startswith(ARTICLE))
    return fenced(article.strip("\n"))


def differences(output: str) -> str:
    """What `salience evaluate` ends with."""
    return fenced(output[output.index("\nen-salience less ") + 1 :])


def systems_table(output: str) -> str:
    """The table that `salience evaluate -o -` writes, as README shows it."""

    def share(row: dict[str, str], name: str) -> str:
        low, high = float(row[f"{name}_low"]), float(row[f"{name}_high"])
        return f"{100 * float(row[name]):.1f} ({100 * low:.1f}–{100 * high:.1f})"

    rows = csv.DictReader(io.StringIO(output))
    return markdown(
        [
            {
                "system": row["system"],
                "AP (95 %)": share(row, "ap"),
                "F1 (95 %)": share(row, "f1"),
                "most probable is salient": f"{100 * float(row['p_at_1']):.0f}",
            }
            for row in sorted(rows, key=lambda row: -float(row["ap"]))
        ]
    )


def fenced(output: str) -> str:
    """What a program printed, as Markdown shows it."""
    return f"```\n{output.rstrip()}\n```"


def example(page: Path) -> str:
    """What the Python example above the markers of the block `example` prints."""
    above, _, _ = page.read_text(encoding="utf8").partition("<!-- begin: example -->")
    *_, code = re.findall(r"^```python\n(.*?)^```$", above, re.MULTILINE | re.DOTALL)
    return run([sys.executable, "-c", code])


def label_blocks(output: str) -> dict[str, str]:
    """The three tables of `labels/rules_table.py`, by the names of their blocks."""
    parts = re.split(r"\n\n(?=\| rules \| rule |\| kind )", output.strip())
    return dict(zip(("rules", "right", "errors"), parts, strict=True))


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
        work: The folder for what is between.
        judge: The program that compares predicted entities with gold ones.
    """

    corpora: Path
    work: Path
    judge: Path

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
        models = map(shipped, (PIPELINE, COREF, SALIENCE))
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
            return lambda: label_blocks(self.output("labels"))[name]

        candidates = "salience/candidates.jsonl"
        same = ("ablation", "genres", "calibration", "centrality", "gum", "gold", "coref-salience")
        return {
            **{name: partial(self.output, name) for name in same},
            **{name: labels(name) for name in ("rules", "right", "errors")},
            "candidates": lambda: candidate_table(
                (self.parsed() / candidates).read_text(encoding="utf8")
            ),
            "gap-in-full": lambda: self.output("gap").strip(),
            "demo": lambda: ranking(self.output("demo")),
            "example": lambda: fenced(example(places(pages())["example"])),
            "evaluate": lambda: differences(self.output("evaluate")),
            "swiss": lambda: experiment_rows(self.output("swiss")),
            "systems": lambda: systems_table(self.output("systems")),
            "coref": lambda: coref_table(self.output("coref-rules") + self.output("coref-learned")),
            "labels": lambda: label_table(self.output("labels")),
            "gap": lambda: gap_table(self.output("gap")),
            "found": lambda: found_table(card(SALIENCE)["card"]["scores"]),
            "pipeline": lambda: pipeline_table(card(PIPELINE)["performance"]),
            "case": lambda: case_table(card(PIPELINE)["performance"]),
            "speed": lambda: fenced(self.output("speed")),
            **FEATURE_TABLES,
        }

    def steps(self) -> dict[str, Callable[[], object]]:
        """The steps by name, in order."""
        corpora, work = self.corpora, self.work
        return {
            "pipeline": lambda: run(recipe("pipeline.train", corpora, work / "pipeline", MODELS)),
            "coref": lambda: run(recipe("coref.train", corpora, work / "coref", MODELS)),
            "salience": lambda: run(
                recipe(
                    *("salience.train", corpora, self.parsed() / "salience"),
                    *("--judge", self.judge, "--ship", "--n-process", 2),
                )
            ),
            **{name: partial(self.output, name) for name in self.measurements()},
            "readme": lambda: refresh(pages(), self.blocks()),
            "notebooks": lambda: run(recipe("notebooks")),
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
    options.add_argument("steps", nargs="*")
    arguments = options.parse_intermixed_args()
    paths = (arguments.corpora, arguments.work, arguments.judge)
    steps = Build(*(path.resolve() for path in paths)).steps()
    if unknown := set(arguments.steps) - steps.keys():
        options.error(f"no step {', '.join(sorted(unknown))}; choose from {', '.join(steps)}")
    for name in arguments.steps or steps:
        print("==", name, file=sys.stderr, flush=True)
        steps[name]()


if __name__ == "__main__":
    main()
