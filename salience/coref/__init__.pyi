"""The public names of the room, imported when they are first asked for."""

from .external_clusters import with_clusters as with_clusters
