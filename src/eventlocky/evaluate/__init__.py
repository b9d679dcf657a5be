"""Every figure we quote, measured by a command: one file a subject.

`dates` asks whether the days of a page are found, `extract` whether its events are. `corpus` reads pages
with their gold, `scorer` loads the one scorer, `reliability` asks whether a confidence means what it says,
`labels` tells which records of a page hold an event of its gold.
"""
