"""What is kept in files: saved models, files that appear when they are whole, URLs."""
