"""The options of `salience serve` that are looked at before anything is loaded."""

from __future__ import annotations

import pytest
import typer

from salience.cli.serve import _origins
from tests.support.commands import CommandLine


@pytest.mark.parametrize(
    "origin",
    ["example.org", "https://a.org/", "https://A.org", "https://a.org:443", "https://u@a.org", ""],
)
def test_sites_that_no_browser_names_are_refused(origin: str) -> None:
    with pytest.raises(typer.BadParameter, match="scheme://host"):
        _origins(["*", origin])


def test_sites_are_taken_as_browsers_name_them(run: CommandLine) -> None:
    taken = ["*", "https://a.org", "http://localhost:3000", "http://[::1]:81"]
    assert _origins(taken) == taken and _origins(None) == []
    assert "--cors" in run("serve --cors example.org", code=2).err
