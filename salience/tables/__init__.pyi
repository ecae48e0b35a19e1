"""The public names of the room, imported when they are first asked for."""

from .records import to_json as to_json
