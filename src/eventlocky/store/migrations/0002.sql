-- Events with an identity: what each page states, what the statements say together, what changed, how it is found.
-- Times are seconds since 1970 in UTC; days are counted as Python's date.toordinal does, 3652059 where nobody knows.

ALTER TABLE organisation ADD COLUMN type TEXT NOT NULL DEFAULT '';
ALTER TABLE organisation ADD COLUMN address TEXT;
DROP INDEX event_by_start;
ALTER TABLE event RENAME TO event_of_version_1;

-- A page (or a whole site, read as one) that announces something, and how reading it went.
CREATE TABLE page (
    url TEXT PRIMARY KEY, website TEXT NOT NULL REFERENCES organisation,
    first_seen REAL NOT NULL, read_at REAL, tried_at REAL NOT NULL, problem TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX page_by_website ON page (website);

-- What all statements say of one event together. One that was merged into another stays, so that its uid still leads there.
CREATE TABLE event (
    id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, website TEXT NOT NULL REFERENCES organisation,
    data TEXT NOT NULL, sequence INTEGER NOT NULL DEFAULT 0, is_series INTEGER NOT NULL DEFAULT 0,
    first_seen REAL NOT NULL, changed REAL NOT NULL, confirmed REAL NOT NULL, missing_since REAL,
    merged_into INTEGER REFERENCES event
) STRICT;
CREATE INDEX event_merged ON event (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX event_series ON event (id) WHERE is_series;
CREATE INDEX event_by_change ON event (changed);

-- What one page states of one event. It stays when the page stops saying so, with the moment that was noticed.
CREATE TABLE statement (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, born INTEGER NOT NULL REFERENCES event,
    page TEXT NOT NULL REFERENCES page, website TEXT NOT NULL REFERENCES organisation, kind TEXT NOT NULL,
    title TEXT NOT NULL, title_key TEXT NOT NULL, place_key TEXT NOT NULL, link_key TEXT NOT NULL,
    start TEXT, first_day INTEGER NOT NULL, last_day TEXT, data TEXT NOT NULL,
    first_seen REAL NOT NULL, confirmed REAL NOT NULL,
    moved_at REAL NOT NULL DEFAULT 0, status_at REAL NOT NULL DEFAULT 0, missing_since REAL
) STRICT;
CREATE INDEX statement_by_event ON statement (event);
CREATE INDEX statement_by_page ON statement (page, kind);
CREATE INDEX statement_by_website ON statement (website);
CREATE INDEX statement_by_title ON statement (first_day, title_key);
CREATE INDEX statement_by_place ON statement (first_day, place_key) WHERE place_key <> '';
CREATE INDEX statement_by_link ON statement (link_key) WHERE link_key <> '';

-- Statements that a person said are not about one event, whatever they look like.
CREATE TABLE apart (
    one INTEGER NOT NULL REFERENCES statement, other INTEGER NOT NULL REFERENCES statement, PRIMARY KEY (one, other)
) STRICT, WITHOUT ROWID;

-- What changed, when, and who said so.
CREATE TABLE version (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, sequence INTEGER NOT NULL, at REAL NOT NULL,
    what TEXT NOT NULL, website TEXT NOT NULL, changes TEXT NOT NULL
) STRICT;
CREATE INDEX version_by_event ON version (event, id);

-- What search looks at: narrow rows, written anew with the event.
CREATE TABLE facts (
    event INTEGER PRIMARY KEY REFERENCES event, kind TEXT NOT NULL, category TEXT NOT NULL, status TEXT NOT NULL,
    free INTEGER NOT NULL, missing INTEGER NOT NULL, website TEXT NOT NULL, organiser TEXT NOT NULL, zone TEXT NOT NULL,
    lat REAL, lon REAL, title_words TEXT NOT NULL, words TEXT NOT NULL,
    marks TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE facts_words USING fts5 (
    title_words, words, marks, content = 'facts', content_rowid = 'event', tokenize = 'ascii', columnsize = 0
);
CREATE TRIGGER facts_added AFTER INSERT ON facts BEGIN
    INSERT INTO facts_words (rowid, title_words, words, marks)
    VALUES (new.event, new.title_words, new.words, new.marks);
END;
CREATE TRIGGER facts_removed AFTER DELETE ON facts BEGIN
    INSERT INTO facts_words (facts_words, rowid, title_words, words, marks)
    VALUES ('delete', old.event, old.title_words, old.words, old.marks);
END;

-- The times at which an event takes place: one, or those of a series within the window.
CREATE TABLE occurrence (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, start TEXT, end TEXT,
    first_day INTEGER NOT NULL, last_day INTEGER NOT NULL, before INTEGER NOT NULL
) STRICT;
CREATE INDEX occurrence_by_event ON occurrence (event, first_day, last_day, before, start);
CREATE INDEX occurrence_by_first_day ON occurrence (first_day);
CREATE INDEX occurrence_runs ON occurrence (last_day) WHERE last_day > first_day;
CREATE VIRTUAL TABLE spot USING rtree_i32 (id, south, north, west, east, first, last);

CREATE TABLE note (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

-- People -------------------------------------------------------------------------------------------------------------
CREATE TABLE account (
    id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, name TEXT NOT NULL, password TEXT NOT NULL, role TEXT NOT NULL,
    created REAL NOT NULL, confirmed REAL, profile TEXT NOT NULL DEFAULT '{}'
) STRICT;
CREATE TABLE token (
    digest TEXT PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, purpose TEXT NOT NULL,
    created REAL NOT NULL, expires REAL NOT NULL
) STRICT;
CREATE INDEX token_by_account ON token (account);
CREATE TABLE rating (
    account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, event INTEGER NOT NULL REFERENCES event,
    stars INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (account, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_by_event ON rating (event);
CREATE TABLE saved_search (
    id INTEGER PRIMARY KEY, account INTEGER NOT NULL REFERENCES account ON DELETE CASCADE, name TEXT NOT NULL,
    query TEXT NOT NULL, channel TEXT NOT NULL, every_s REAL NOT NULL, target TEXT NOT NULL DEFAULT '',
    unsubscribe TEXT NOT NULL UNIQUE, created REAL NOT NULL, due REAL NOT NULL, is_active INTEGER NOT NULL DEFAULT 1
) STRICT;
CREATE INDEX saved_search_due ON saved_search (due) WHERE is_active;
CREATE INDEX saved_search_by_account ON saved_search (account);
CREATE TABLE delivery (
    search INTEGER NOT NULL REFERENCES saved_search ON DELETE CASCADE, event INTEGER NOT NULL REFERENCES event,
    what TEXT NOT NULL, sequence INTEGER NOT NULL, claimed REAL NOT NULL, sent REAL, batch TEXT NOT NULL,
    PRIMARY KEY (search, event, what, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_by_batch ON delivery (batch);
CREATE TABLE correction (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, account INTEGER REFERENCES account ON DELETE SET NULL,
    field TEXT NOT NULL, was TEXT NOT NULL, said TEXT NOT NULL, remark TEXT NOT NULL, state TEXT NOT NULL,
    created REAL NOT NULL, judged REAL, editor INTEGER REFERENCES account ON DELETE SET NULL
) STRICT;
CREATE INDEX correction_by_event ON correction (event);
CREATE INDEX correction_by_state ON correction (state, id);
