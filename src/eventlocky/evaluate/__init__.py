"""Every figure we quote, measured by a command: one file a subject.

`dates` asks whether the days of a page are found, `extract` whether its events are, `systems` the same of whole
systems, `classify` and `deals` how well texts are judged. `experiments` runs the papers' tables and figures again;
`runner` runs them all, `kept` keeps what was computed, `results` writes it down, `plots` draws it. `gate` holds floors,
`compare` shows what a change does, `grow` makes gold of pages, `report` is one page with all figures. `corpus` reads
pages with their gold, `scorer` loads the one scorer, `reliability` asks whether a confidence means what it says,
`labels` tells which records of a page hold an event of its gold.
"""
