"""The service with the tiny pipeline, as a process: `python -m tests.support.tiny_service 2`.

The number is the seconds that a document may take.
"""

from __future__ import annotations

import sys

from salience.cli.serve import log_to_stderr
from salience.service.app import make_app
from salience.service.server import bind, serve_app
from tests.support.builders import toy_model
from tests.support.tiny_pipeline import tiny_pipeline

if __name__ == "__main__":
    log_to_stderr()
    app = make_app(toy_model(), tiny_pipeline(), n_process=2, timeout=float(sys.argv[1]))
    with bind("127.0.0.1", 0) as taken:
        serve_app(app, taken)
