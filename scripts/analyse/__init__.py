"""Statistics over cells: medians, ratios, crossovers, slopes, warm-ups, each with its interval.

The functions take plain numbers. `scripts.analyse.tables.fill` reads the view ``cell_metrics``
and fills the statistics tables of an open database; it imports nothing of ``scripts.store``,
whose ``build`` calls it before the database gets its name.
"""
