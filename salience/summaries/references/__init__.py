"""What a sentence refers back to, and how it reads where the sentence before it is not printed."""
