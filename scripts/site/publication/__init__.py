"""What makes the rendered pages a publication, under both renderers.

Each module adds one thing to the finished HTML or beside it: the footer, the means to find, to cite
and to share a page. `finish` puts them together.
"""
