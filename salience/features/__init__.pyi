from .groups import DEFAULT as DEFAULT
from .groups import FeatureGroup as FeatureGroup
