"""The website: data files from the results database, pages from ``report/``."""
