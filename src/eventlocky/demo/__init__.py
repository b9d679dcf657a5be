"""Seelhaven, an invented town with two dozen web sites whose events are known: for trying, showing and testing.

`town.py` holds the town, `server.py` serves it on the loopback. Every word and picture is our own; no real
site was copied. The only thing that changes a page is the day it is made for.
"""
