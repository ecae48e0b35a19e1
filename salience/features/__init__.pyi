"""The public names of the room, imported when they are first asked for."""

from .groups import DEFAULT as DEFAULT
from .groups import FeatureGroup as FeatureGroup
