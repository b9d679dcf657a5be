"""Every figure we quote, measured by a command: one file a subject.

So far dates; records, classifiers and whole systems will follow.
"""
