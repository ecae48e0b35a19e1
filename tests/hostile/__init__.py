"""An attack on the whole library, by chance, with a seed.

A few seconds of it run with all tests. The whole of it:

    SALIENCE_ATTACKS=6500 .venv/bin/python -m pytest tests/hostile
"""

from __future__ import annotations

import os

ATTACKS = int(os.environ.get("SALIENCE_ATTACKS", "30"))
"""How many documents, files and models are made; for every 580 each command is killed once."""

SEED = int(os.environ.get("SALIENCE_SEED", "1"))
