"""What can be read in a text besides dates: money, percentages, addresses to write to and to go to.

Language, words and names will live here too.
"""
