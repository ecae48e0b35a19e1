"""Coreference: from mentions to clusters, by rules, by a learned model, or by others."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
