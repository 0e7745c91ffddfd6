"""A user's own workload, tried on the engines themselves before anything is measured."""
