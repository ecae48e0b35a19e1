"""Many documents: read, labelled and scored, on one process or several."""
