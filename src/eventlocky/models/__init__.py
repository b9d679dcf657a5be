"""Trained models: small files of numbers, loaded without running anything, weighed with numpy.

A model is one `.npz` file of arrays with a card that says what it was made of; `arrays` alone reads and writes them.
Those of pages hold forests of decision trees and weights of words (`files`), those of texts what their classifier says.
`train/` makes them; the package carries its own.
"""

from eventlocky.models.files import Model, load, of_events, save
from eventlocky.models.forest import Forest
from eventlocky.models.words import WordWeights

__all__ = ["Forest", "Model", "WordWeights", "load", "of_events", "save"]
