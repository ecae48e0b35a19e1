from .documents import train_summarizer as train_summarizer
from .learned.model import SummaryModel as SummaryModel
