"""The store on a PostgreSQL server with PostGIS: only what differs from a SQLite file.

server.py  one database of a server: pooled connections, migrations, transactions    index.py  how it finds
news.py    who listens hears at once that somebody has written                       copying.py  a file copied into it
"""

from eventlocky.store.postgres.server import Server

__all__ = ["Server"]
