"""The core runs on hand-made values: it must not need what touches a spaCy Doc."""

from __future__ import annotations

import subprocess
import sys

CORE = (
    "align annotate baselines bootstrap classifier conll coref_score evaluate experiment features "
    "graph human_reference kappa label_page labels learning_curve markup model records sanity "
    "score_report splits storage systems types"
)


def test_the_core_knows_nothing_of_spacy() -> None:
    imports = "\n".join(f"import salience.{name}" for name in CORE.split())
    code = f"import sys\nsys.modules['spacy'] = None\n{imports}"
    subprocess.run([sys.executable, "-c", code], check=True)
