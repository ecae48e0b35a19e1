"""The public names of the room, imported when they are first asked for."""

from .learned.model import SummaryModel as SummaryModel
from .learned.training import summarized as summarized
from .learned.training import train_summarizer as train_summarizer
