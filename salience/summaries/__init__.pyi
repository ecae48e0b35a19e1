"""The public names of the room, imported when they are first asked for."""

from .concepts import Concept as Concept
from .coverage import solve as solve
from .learned.model import SummaryModel as SummaryModel
from .learned.training import summarized as summarized
from .learned.training import train_summarizer as train_summarizer
from .problem import Problem as Problem
from .summarizer import Settings as Settings
from .summarizer import summarize_sources as summarize_sources
