-- The first store: what each page announces, as JSON.
CREATE TABLE organisation (
    website TEXT PRIMARY KEY, name TEXT NOT NULL, category TEXT, lat REAL, lon REAL
) STRICT;
CREATE TABLE event (
    uid TEXT NOT NULL, page TEXT NOT NULL, website TEXT NOT NULL REFERENCES organisation,
    kind TEXT NOT NULL, title TEXT NOT NULL, start TEXT, last_day TEXT, data TEXT NOT NULL,
    PRIMARY KEY (page, kind, uid)
) STRICT;
CREATE INDEX event_by_start ON event (start);
