from .boundary_model import BoundaryModel as BoundaryModel
from .boundary_model import load_boundary_model as load_boundary_model
from .splitter import boundaries as boundaries
from .splitter import split as split
from .training import train as train
