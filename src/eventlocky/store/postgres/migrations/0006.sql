-- What is rare is found by what it is: deals, a category, what was cancelled.
CREATE INDEX facts_by_kind ON facts (kind);
CREATE INDEX facts_by_category ON facts (category);
CREATE INDEX facts_by_status ON facts (status);
