"""From a spaCy Doc with clusters to the entities of a document, with their ids."""
