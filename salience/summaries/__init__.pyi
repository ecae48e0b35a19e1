from .learned.model import SummaryModel as SummaryModel
from .learned.training import summarized as summarized
from .learned.training import train_summarizer as train_summarizer
