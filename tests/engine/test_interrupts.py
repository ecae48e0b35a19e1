"""A block is left when its time is over, also within another block."""

from __future__ import annotations

import signal
import time

import pytest

from salience.engine.interrupts import OverdueError, time_limit


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_the_outer_limit_holds_after_an_inner_block() -> None:
    with pytest.raises(OverdueError), time_limit(0.2):
        with time_limit(10):
            wait(0.01)
        wait(5)


def test_an_inner_block_ends_with_the_outer_one() -> None:
    begun = time.monotonic()
    with pytest.raises(OverdueError), time_limit(0.1):
        with pytest.raises(OverdueError), time_limit(10):
            wait(5)
        wait(5)
    assert time.monotonic() - begun < 3


def test_a_short_inner_block_leaves_the_outer_one_its_time() -> None:
    with time_limit(10):
        with pytest.raises(OverdueError), time_limit(0.05):
            wait(5)
        wait(0.05)
        assert 5 < signal.getitimer(signal.ITIMER_REAL)[0] < 10
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
