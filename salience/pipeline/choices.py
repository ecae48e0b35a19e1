"""What can be chosen when a pipeline is loaded. Nothing else is imported, so that help is quick."""

from typing import Literal

Coref = Literal["default", "rules", "none", "fastcoref", "coreferee"]
"""Who resolves coreference; see `salience.load_pipeline`."""

DEFAULT = "en_salience_sm"
"""The pipeline that ships."""
