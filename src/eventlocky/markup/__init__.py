"""What a page says of itself: JSON-LD, microdata, RDFa, h-event, Open Graph, linked feeds.

The room is empty so far: `read(tree)` will live here, one file a format.
"""
