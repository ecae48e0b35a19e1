"""From an entity to its attributes, and from these to feature strings."""
