"""The public names of the room, imported when they are first asked for."""

from .writers import write_records as write_records
