"""spaCy pipelines: loaded, packed for another process, and named on labels and models."""
