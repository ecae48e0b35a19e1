"""The commands that make what ships and what the pages show, as they stand above each table.

`CORPORA` is the folder of public corpora, `WORK` a folder for intermediate files, and the working
directory the root of the project. Of several commands the last prints what is shown.
"""

import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

_EVALUATE = r"""
salience label {corpus} --rules {rules} \
    -o WORK/{name}.{rules}.jsonl --n-process 2
{keyphrases}salience evaluate WORK/{name}.{rules}.jsonl \
    {systems} -o -
"""
_KEYPHRASES = r"""python -m resources.recipes.salience.keyphrases {corpus} \
    WORK/{name}.dunietz-gillick.jsonl WORK/{name}
"""
_UNTITLE = r"""
python -m resources.recipes.salience.untitled CORPORA/pairs/swiss-2019-2020.jsonl \
    WORK/untitled.jsonl"""
_SWISS = "CORPORA/pairs/swiss-2019-2020.jsonl"
_SYSTEMS = r"""--system mentions --system first-sentence --system first-k-sentences \
    --system head-tf-idf --system pagerank"""
_RANKERS = ("noun-chunks", "yake", "pytextrank", "pytextrank-position")


def _evaluated(corpus: str, name: str) -> str:
    """All systems on a corpus, those that rank phrases by files of their scores."""
    files = (f"--scores {ranker}=WORK/{name}/{ranker}.jsonl" for ranker in _RANKERS)
    return _EVALUATE.format(
        corpus=corpus,
        name=name,
        rules="dunietz-gillick",
        keyphrases=_KEYPHRASES.format(corpus=corpus, name=name),
        systems=" \\\n    ".join([_SYSTEMS, *files]),
    )


BUILD = {
    "line-breaks": r"""
python -m resources.recipes.noise.hyphens CORPORA
python -m resources.recipes.noise.breaks CORPORA""",
    "pipeline": "python -m resources.recipes.pipeline.train CORPORA WORK/pipeline resources/models",
    "aliases": "python -m resources.recipes.coref.aliases CORPORA",
    "types": r"""
python -m resources.recipes.names.types CORPORA
python -m resources.recipes.names.fine_types CORPORA""",
    "sentences": "python -m resources.recipes.sentences.train CORPORA resources/models",
    "aligner": "python -m resources.recipes.wordalign.train CORPORA WORK/wordalign",
    "compressor": "python -m resources.recipes.compression.train CORPORA resources/models",
    "salience": r"""
python -m resources.recipes.salience.train CORPORA WORK/salience --ship --n-process 2""",
}
"""What makes each model, in the order in which they need each other."""

MEASURE = {
    "swiss": r"""
salience label CORPORA/pairs/swiss-1997-2018.jsonl --rules dunietz-gillick \
    -o WORK/swiss-train.jsonl --n-process 2
salience label CORPORA/pairs/swiss-2019-2020.jsonl --rules dunietz-gillick \
    -o WORK/swiss-test.jsonl --n-process 2
salience experiment WORK/swiss-train.jsonl WORK/swiss-test.jsonl --json""",
    "systems": _evaluated(_SWISS, "swiss-2019-2020"),
    "systems-untitled": _UNTITLE + _evaluated("WORK/untitled.jsonl", "untitled"),
    "systems-names": _EVALUATE.format(
        corpus=_SWISS,
        name="swiss-2019-2020",
        rules="names",
        keyphrases="",
        systems="--system mentions --system first-sentence --system first-k-sentences",
    ),
    "gum": "python -m resources.recipes.salience.gum_table CORPORA WORK/salience",
    "gold": "python -m resources.recipes.salience.gold_table CORPORA WORK/salience WORK/gum",
    "names": "python -m resources.recipes.names.table CORPORA --set report",
    "names-look": "python -m resources.recipes.names.table CORPORA --set look",
    "names-releases": "python -m resources.recipes.names.table CORPORA --set releases",
    "ablation": "python -m resources.recipes.salience.ablation CORPORA WORK/salience",
    "genres": r"""
python -m resources.recipes.salience.genre_table CORPORA WORK/salience \
    dunietz-gillick=WORK/swiss-2019-2020.dunietz-gillick.jsonl""",
    "news": "python -m resources.recipes.salience.news_table CORPORA",
    "nominal": "python -m resources.recipes.salience.nominal_table CORPORA",
    "calibration": "python -m resources.recipes.salience.calibration_table CORPORA WORK/salience",
    "coref-scores": "python -m resources.recipes.coref.evaluate CORPORA",
    "pronouns": "python -m resources.recipes.coref.pronouns CORPORA",
    "coref-salience": "python -m resources.recipes.coref.salience_table CORPORA",
    "people": "python -m resources.recipes.salience.people_table CORPORA WORK/salience WORK/gum",
    "sentences-compared": "python -m resources.recipes.sentences.comparison CORPORA",
    "aligners-sentences": r"""
python -m resources.recipes.wordalign.table sentences CORPORA WORK/wordalign \
    --wordnet /usr/share/wordnet""",
    "aligners-articles": r"""
python -m resources.recipes.wordalign.table articles CORPORA WORK/wordalign \
    --wordnet /usr/share/wordnet""",
    "phrases": "python -m resources.recipes.phrases.study CORPORA WORK/phrases",
    "compression": "python -m resources.recipes.compression.table CORPORA WORK/compression",
    "transducers": "python -m resources.recipes.compression.transduction CORPORA WORK/compression",
    "summaries": "python -m resources.recipes.summaries.table CORPORA WORK/summaries",
    "summaries-learned": "python -m resources.recipes.summaries.learned CORPORA WORK/summaries",
    "summaries-cost": r"""
python -m resources.recipes.summaries.scaling CORPORA WORK/summaries --time-limit 90""",
    "noise": "python -m resources.recipes.noise.table CORPORA",
    "trees": "python -m resources.recipes.trees.table CORPORA",
    "labels": "python -m resources.recipes.labels.rules_table CORPORA WORK/gum --ship",
    "web-sm-speed": "python -m resources.recipes.pipeline.web_sm_speed CORPORA WORK",
    "web-sm": "python -m resources.recipes.pipeline.web_sm_table CORPORA WORK",
    "speed": "python tests/benchmarks/speed.py --copies 10",
    "demo": "salience demo",
    "evaluate": r"""
salience label resources/examples/articles.jsonl --rules names -o WORK/examples.jsonl
salience evaluate WORK/examples.jsonl""",
}
"""What measures them, a command or several per table."""

COMMANDS = {name: text.strip() for name, text in (BUILD | MEASURE).items()}
NEEDS = {"genres": "systems"}  # measurements that read labels which another one leaves
BEFORE_MODELS = ("pipeline",)  # steps whose files in `WORK` are kept whatever the other models are


def lines(text: str, places: dict[str, Path]) -> Iterator[list[str]]:
    """Each command of a text as the words to run, with folders for the placeholders."""
    names = re.compile(rf"(?<![\w-])({'|'.join(places)})(?=[/\s]|$)")
    programs = {"salience": [sys.executable, "-m", "salience"], "python": [sys.executable]}
    for line in text.replace("\\\n", " ").splitlines():
        program, *words = shlex.split(line)
        filled = (names.sub(lambda match: str(places[match[1]]), word) for word in words)
        yield [*programs[program], *filled]
