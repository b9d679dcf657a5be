"""What people and programs see: so far one page with the list of events, and `/healthz`.

The API, feeds, accounts and the map will live here.
"""
