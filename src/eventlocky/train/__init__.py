"""Models from labelled pages: what `eventlocky train` does. Needs `pip install eventlocky[train]`."""
