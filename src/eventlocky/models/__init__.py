"""Trained models: small files of numbers, loaded without running anything, weighed with numpy.

A model is one `.npz` file (numpy's own format, read with pickle refused) that holds forests of decision trees,
weights of words, and a card that says what it was made of. `train/` makes them; the package carries its own.
"""

from eventlocky.models.files import Model, load, save
from eventlocky.models.forest import Forest
from eventlocky.models.words import WordWeights

__all__ = ["Forest", "Model", "WordWeights", "load", "save"]
