"""HammerDB's tables, which it makes itself in the guest."""
