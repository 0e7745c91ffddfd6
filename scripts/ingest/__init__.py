"""Raw outputs become rows: every file of a cell through its parser, into Parquet files."""
