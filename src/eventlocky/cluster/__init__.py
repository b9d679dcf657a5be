"""The same work by many workers: jobs that are put into a queue and done by whoever is free.

tasks.py  what is to be done, as plain functions    local.py   with a SQLite file: one process does it all
base.py   what a job and a queue are                server.py  with PostgreSQL: any number of workers, by procrastinate
"""
