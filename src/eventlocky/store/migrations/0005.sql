-- Of a time that lasts for weeks, the week in which it begins (w) is told from those in which it goes on (r).
UPDATE facts SET marks = (
    SELECT group_concat(CASE WHEN instr(mark.value, 'w') AND NOT EXISTS (
        SELECT 1 FROM occurrence AS o WHERE o.event = facts.event
        AND o.first_day / 7 = CAST(substr(mark.value, instr(mark.value, 'w') + 1) AS INTEGER)
    ) THEN replace(mark.value, 'w', 'r') ELSE mark.value END, ' ')
    FROM json_each('["' || replace(facts.marks, ' ', '","') || '"]') AS mark
) WHERE event IN (SELECT event FROM occurrence WHERE last_day / 7 > first_day / 7) AND marks NOT LIKE '%wany%';

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

-- A time knows where it is and whether it is missing from its pages: that is all that most searches ask of it.
ALTER TABLE occurrence ADD COLUMN lat REAL;
ALTER TABLE occurrence ADD COLUMN lon REAL;
ALTER TABLE occurrence ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
UPDATE occurrence SET lat = f.lat, lon = f.lon, missing = f.missing FROM facts AS f WHERE f.event = occurrence.event;
DROP INDEX occurrence_by_event;
CREATE INDEX occurrence_by_event ON occurrence (event, first_day, last_day, before, start, end, lat, lon, missing);
