"""Words of two texts linked with each other: pairs, links, and the alignment of METEOR."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
