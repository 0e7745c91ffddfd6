"""The advice on trial: a shop as production, what was said of a faster volume, and the truth."""
