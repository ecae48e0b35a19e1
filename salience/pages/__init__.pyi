"""The public names of the room, imported when they are first asked for."""

from .label_summary import LabelSummary as LabelSummary
