"""Words and phrases of documents aligned with those of their abstracts (Daumé and Marcu 2005)."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
