"""The results database: tables, loading, views. ``python -m scripts.store build`` makes it."""
