"""What can be read in a text besides dates: money, contacts, names of places and people, titles, facts, words."""
