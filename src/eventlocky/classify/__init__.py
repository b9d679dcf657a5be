"""Event? Deal? One file a model, chosen by the kind's TOML file or `--classifier`."""

from eventlocky.classify.base import CLASSIFIERS, RULES, TEXT_CLASSIFIERS, Classifier, get

__all__ = ["CLASSIFIERS", "RULES", "TEXT_CLASSIFIERS", "Classifier", "get"]
