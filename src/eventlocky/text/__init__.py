"""What can be read in a text besides dates: money, percentages, addresses to write to and to go to, names of places
and people, titles, words.
"""
