"""The solver of integer programs: what it prints reaches nobody, and what others print is kept."""

import subprocess
import sys

PRINTING = """
import ctypes, os, threading
import numpy as np
from salience.learning import solver

inside = threading.Barrier(2)

def milp(*given, **settings):
    ctypes.CDLL(None).printf(b"HighsMipSolverData::transformed\\n")
    os.write(1, b"other %d\\n" % given[0].size)
    inside.wait()

def solve(size):
    solver.integer_program(np.ones(size), 1, np.ones(size), [], gap=0.0, time_limit=1.0)

solver.milp = milp
ctypes.CDLL(None).printf(b"before\\n")
two = [threading.Thread(target=solve, args=(2,)) for _ in range(2)]
for thread in two:
    thread.start()
for thread in two:
    thread.join()
print("after")
"""


def test_what_the_solver_prints_does_not_reach_standard_output() -> None:
    """Also not at the end, when the library of C writes what it kept back for a pipe."""
    done = subprocess.run(
        [sys.executable, "-c", PRINTING], capture_output=True, text=True, check=True
    )

    assert done.stdout.splitlines() == ["before", "other 2", "other 2", "after"]


def test_without_standard_output_programs_are_solved() -> None:
    code = (
        "import os, sys; os.close(1)\n"
        "from salience.summaries.problem import Problem\n"
        "from salience.summaries.coverage import solve\n"
        "sys.exit(solve(Problem([1, 2], 2, (), [1.0, 3.0])).chosen != (1,))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
