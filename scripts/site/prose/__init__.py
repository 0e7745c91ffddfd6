"""Prose of the pages: written with draft values, which the build replaces by those of the rows.

A sentence may have values, `{{304 KiB}}`, and a comment below it, which names their cells and says
under which condition it is true:

    PostgreSQL reads {{304 KiB}} per transaction, MariaDB {{436 KiB}}.
    <!-- values: reads.postgresql.read_bytes, reads.mariadb.read_bytes
         when: reads.postgresql.read_bytes < reads.mariadb.read_bytes -->

`reads` is a query, ``sql/facts/reads.sql``. A sentence that the rows of a study
don't support is left out; the published rows have to support each.
"""
