"""The nine tables of TPC-C."""
