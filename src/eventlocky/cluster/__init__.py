"""The same work by many: jobs that workers do, and archives of the web read into data sets.

tasks.py  what is to be done, as plain functions    local.py   with a SQLite file: one process does it all
base.py   what a job and a queue are                server.py  with PostgreSQL: any number of workers, by procrastinate

batch.py     archives of the web read into data sets     engine.py    the same on the workers of Dask
archives.py  where archives lie, how they are cut        warc.py      the pages in a piece of one
members.py   where records begin, unpacked and checked
bounds.py    one page read within bounds                 reader.py    a process that does so for a worker
rows.py, tables.py   what is written, as Parquet         ledger.py    what is done
"""
