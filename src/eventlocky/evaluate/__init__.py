"""Every figure we quote, measured by a command. Empty so far; `../shared/bench/score.py` scores."""
