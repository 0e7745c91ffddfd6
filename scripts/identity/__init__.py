"""What decides a result, as one hash: when it is stale, and when two machines have the same.

``payload`` is what a guest gets for a task, ``comments`` takes out what it does not get, and
``imports`` finds the code that it runs. ``jobs`` is what decides a data set, a machine, a snapshot
or a cell, ``generators`` the code that makes their rows and statements, and ``steps`` what decides
what is made of cells: rows, database, site. ``files`` hashes files and folders.

Code of the host is in no job's identity: an edit of it measures nothing again. Where such an edit
changes what a guest sees or what is kept of it, raise ``jobs.PROTOCOL``.
"""
