"""The Deal Finder: sentences that sell, and pages by the ratio of such sentences.

`nbem` is the paper's classifier, `others` what it is compared with, `best` our own, `page` the ratio and the ranking.
Where the deals of a page stand is found by `records.deals`.
"""
