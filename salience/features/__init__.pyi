"""The public names of the room, imported when they are first asked for."""

from .groups import DEFAULT as DEFAULT
from .groups import DUNIETZ_GILLICK as DUNIETZ_GILLICK
from .groups import FeatureGroup as FeatureGroup
