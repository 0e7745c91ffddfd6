"""The small renderer: the documented part of Quarto, on pandoc and Observable's runtime."""
