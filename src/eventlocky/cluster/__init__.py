"""The same work on many machines.

batch.py     archives of the web read into data sets     engine.py    the same on the workers of Dask
archives.py  where archives lie, how they are cut        warc.py      the pages in a piece of one
members.py   where records begin, unpacked and checked
bounds.py    one page read within bounds                 reader.py    a process that does so for a worker
rows.py, tables.py   what is written, as Parquet         ledger.py    what is done
"""
