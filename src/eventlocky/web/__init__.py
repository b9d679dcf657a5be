"""What people and programs see: pages, a JSON API, and feeds of any search. docs/api.md tells how to ask.

app.py      everything put together      asked.py    the parameters of a search     reading.py  who reads the store
pages.py    for people                   api.py      for programs                   feeds.py    for readers of feeds
stream.py   a search nearby, told        near.py     the searches that run          run.py      the server runs
cache.py    answers that are known       watch.py    headers, figures, logs         models.py   the API's documentation
"""
