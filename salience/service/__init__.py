"""A service that scores documents as they come, over HTTP."""

from salience.errors import MissingExtraError

try:
    import starlette  # noqa: F401
    import uvicorn  # noqa: F401
except ImportError as error:
    raise MissingExtraError(
        f"the service needs {error.name}. Install it: pip install 'salience[serve]'."
    ) from error
