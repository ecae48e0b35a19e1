"""Entity centrality: PageRank over what occurs together elsewhere.

After Dunietz and Gillick (2014, section 4).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
