from .external_clusters import with_clusters as with_clusters
