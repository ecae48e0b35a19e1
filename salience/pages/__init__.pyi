from .label_summary import LabelSummary as LabelSummary
