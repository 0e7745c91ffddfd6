"""The reader's tools in the bar of pages; ``report/chrome/`` has what they do."""

# Without scripts they could do nothing, so publication.css hides them.
TOOLS = """<div class="site-tools">
<button type="button" class="search-open" aria-keyshortcuts="/ Control+K">\
<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">\
<circle cx="6.5" cy="6.5" r="4.7" fill="none" stroke="currentColor" stroke-width="1.5"></circle>\
<path d="M10 10l4.500 4.500" stroke="currentColor" stroke-width="1.7"></path></svg>\
<span>Search</span></button>
<button type="button" class="theme-switch" aria-label="Dark colours" aria-pressed="false">\
<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">\
<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="1.5"></circle>\
<path d="M8 2a6 6 0 0 1 0 12z" fill="currentColor"></path></svg></button>
</div>
"""
