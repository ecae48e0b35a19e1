"""Documents from files of every known format."""
