-- The week in which a time begins (w) is told from those in which it goes on (r), and the day on which it begins (d) is a
-- mark too (store/marks.py). Until now a time had the mark w of every week in which it is on.
UPDATE facts SET marks = (
    WITH cell (mark) AS (SELECT CASE WHEN facts.marks GLOB 'c*' THEN substr(facts.marks, 1, 8) ELSE '' END),
    week (number) AS (
        SELECT CAST(substr(mark.value, 2) AS INTEGER)
        FROM json_each('["' || replace(facts.marks, ' ', '","') || '"]') AS mark WHERE mark.value GLOB 'w*'
    ),
    known (mark) AS (
        SELECT 'w' || (first_day / 7) FROM occurrence WHERE event = facts.event
        UNION SELECT 'd' || first_day FROM occurrence WHERE event = facts.event
        UNION SELECT 'r' || number FROM week JOIN occurrence AS o ON o.event = facts.event
        AND o.last_day > o.first_day AND number BETWEEN (o.first_day + 1) / 7 AND o.last_day / 7
    )
    SELECT trim(cell.mark || ' ' || group_concat(known.mark, ' ')
        || CASE WHEN cell.mark = '' THEN '' ELSE group_concat(' ' || cell.mark || known.mark, '') END)
    FROM cell, known
) WHERE marks NOT LIKE '%wany%' AND event IN (SELECT event FROM occurrence);

-- The index of words holds events in the order of the map (the cell that stands first among their marks), those without
-- a place first: what has a word and lies in one cell lies together, and the rest of a common word is skipped.
DROP TRIGGER facts_added;
DROP TRIGGER facts_removed;
DROP TABLE facts_words;
CREATE VIEW facts_by_cell AS SELECT event, title_words, words, marks, event | (CASE WHEN marks GLOB 'c*'
    THEN 1 + 721 * CAST(substr(marks, 2, 3) AS INTEGER) + CAST(substr(marks, 6, 3) AS INTEGER) ELSE 0 END << 40) AS id
FROM facts;
CREATE VIRTUAL TABLE facts_words USING fts5 (
    title_words, words, marks, content = 'facts_by_cell', content_rowid = 'id', tokenize = 'ascii', columnsize = 0
);
INSERT INTO facts_words (facts_words) VALUES ('rebuild');
INSERT INTO facts_words (facts_words) VALUES ('optimize');
CREATE TRIGGER facts_added AFTER INSERT ON facts BEGIN
    INSERT INTO facts_words (rowid, title_words, words, marks)
    SELECT id, title_words, words, marks FROM facts_by_cell WHERE event = new.event;
END;
CREATE TRIGGER facts_removed BEFORE DELETE ON facts BEGIN
    INSERT INTO facts_words (facts_words, rowid, title_words, words, marks)
    SELECT 'delete', id, title_words, words, marks FROM facts_by_cell WHERE event = old.event;
END;

-- A time knows where it is and whether it is missing from its pages: that is all that most searches ask of it. Its number
-- begins with that of its event (store/file_index.py), so that the times of an event are found without an index.
CREATE TABLE renumbered (old INTEGER PRIMARY KEY, id INTEGER NOT NULL) STRICT;
INSERT INTO renumbered
SELECT id, event * 1048576 + row_number() OVER (PARTITION BY event ORDER BY id) - 1 FROM occurrence;
ALTER TABLE occurrence RENAME TO occurrence_before;
CREATE TABLE occurrence (
    id INTEGER PRIMARY KEY, event INTEGER NOT NULL REFERENCES event, start TEXT, end TEXT,
    first_day INTEGER NOT NULL, last_day INTEGER NOT NULL, before INTEGER NOT NULL,
    lat REAL, lon REAL, missing INTEGER NOT NULL
) STRICT;
INSERT INTO occurrence
SELECT r.id, o.event, o.start, o.end, o.first_day, o.last_day, o.before, f.lat, f.lon, f.missing
FROM occurrence_before AS o JOIN renumbered AS r ON r.old = o.id JOIN facts AS f ON f.event = o.event ORDER BY r.id;
DROP TABLE occurrence_before;
CREATE INDEX occurrence_by_event ON occurrence (event);
CREATE INDEX occurrence_by_first_day ON occurrence (first_day);
CREATE INDEX occurrence_runs ON occurrence (last_day) WHERE last_day > first_day;
CREATE TABLE spot_before AS SELECT r.id, south, north, west, east, first, last
FROM spot AS s JOIN renumbered AS r ON r.old = s.id;
DROP TABLE spot;
CREATE VIRTUAL TABLE spot USING rtree_i32 (id, south, north, west, east, first, last);
INSERT INTO spot SELECT * FROM spot_before ORDER BY id;
DROP TABLE spot_before;
DROP TABLE renumbered;
