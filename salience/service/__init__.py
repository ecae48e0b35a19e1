"""A service that does with documents over HTTP what commands do, and a page to try it on."""

import lazy_loader

from salience.errors import MissingExtraError

try:
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ImportError as error:
    raise MissingExtraError(
        f"the service needs {error.name}. Install it: pip install 'salience[serve]'."
    ) from error

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
