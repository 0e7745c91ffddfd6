-- Changes nothing: the data stay as they were loaded.
VACUUM
