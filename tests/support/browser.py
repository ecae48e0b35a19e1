"""A headless browser for tests of what pages do; they are skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest


@contextmanager
def started() -> Iterator[Any]:
    """A browser of Playwright. As long as it runs, this process has another thread."""
    driver = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    with driver.sync_playwright() as started:
        try:
            browser = started.chromium.launch(executable_path=shutil.which("chromium"))
        except driver.Error as error:
            pytest.skip(f"needs a browser: {error}")
        yield browser
        browser.close()


@contextmanager
def opened(browser: Any, html: str, folder: Path) -> Iterator[Any]:
    """A page that shows HTML from a file, without a network."""
    path = folder / "page.html"
    path.write_text(html, encoding="utf-8")
    with browsed(browser, path.as_uri(), offline=True) as page:
        yield page


@contextmanager
def browsed(browser: Any, address: str, *, offline: bool = False) -> Iterator[Any]:
    """A page at an address; no script of it may have failed at the end, and nothing is kept."""
    context = browser.new_context(accept_downloads=True, offline=offline)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    try:
        page.goto(address)
        yield page
    finally:
        context.close()
    # That a service answered with an error is no error of the page.
    assert not [error for error in errors if "responded with a status of" not in error]
