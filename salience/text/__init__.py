"""Plain strings: paragraphs, language, and texts cleaned for reading and for showing."""
