"""The public names of the room, imported when they are first asked for."""

from .app import make_app as make_app
