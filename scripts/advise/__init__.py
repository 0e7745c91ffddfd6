"""What other storage would bring, from two readings of a server's own statistics."""
