"""Makes `builders` importable from every test folder, and fixes how hypothesis runs."""

from hypothesis import settings

# The same examples in every run, and no failure because a machine is slow.
settings.register_profile("salience", derandomize=True, deadline=None)
settings.load_profile("salience")
