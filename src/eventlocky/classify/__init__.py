"""Event? Deal? One file a model, chosen by the kind's TOML file."""

from eventlocky.classify.base import CLASSIFIERS, Classifier, get

__all__ = ["CLASSIFIERS", "Classifier", "get"]
