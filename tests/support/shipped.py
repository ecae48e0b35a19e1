"""The pipeline that ships, loaded once in a process, for tests that read with it as it is."""

from functools import cache

from salience.pipeline.loading import load_pipeline

shipped_pipeline = cache(load_pipeline)
"""As `load_pipeline`. What it returns is shared: nothing may be added to it."""
