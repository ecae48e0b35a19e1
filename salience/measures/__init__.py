"""Texts measured against texts, measures against people, and people against each other."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
