-- A message that nobody reads, as long as is asked for.
SELECT pg_logical_emit_message(false, 'moved', repeat('x', {bytes}));
