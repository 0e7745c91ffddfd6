"""Pages as they open, drawn while the site is built: text and pictures that need no scripts."""
