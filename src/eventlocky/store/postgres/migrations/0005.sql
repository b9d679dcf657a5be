-- The week in which a time begins (w) is told from those in which it goes on (r), and the day on which it begins (d) is a
-- mark too (store/marks.py). Until now a time had the mark w of every week in which it is on.
UPDATE facts SET marks = (
    WITH cell (mark) AS (SELECT CASE WHEN facts.marks LIKE 'c%' THEN left(facts.marks, 8) ELSE '' END),
    known (mark) AS (
        SELECT 'w' || (first_day / 7) FROM occurrence WHERE event = facts.event
        UNION SELECT 'd' || first_day FROM occurrence WHERE event = facts.event
        UNION SELECT 'r' || number FROM occurrence AS o, generate_series((o.first_day + 1) / 7, o.last_day / 7) AS number
        WHERE o.event = facts.event AND o.last_day > o.first_day
    )
    SELECT trim(cell.mark || ' ' || string_agg(known.mark, ' ')
        || CASE WHEN cell.mark = '' THEN '' ELSE string_agg(' ' || cell.mark || known.mark, '') END)
    FROM cell, known GROUP BY cell.mark
) WHERE marks NOT LIKE '%wany%' AND event IN (SELECT event FROM occurrence);

-- A time knows where it is and whether it is missing from its pages: that is all that most searches ask of it.
ALTER TABLE occurrence ADD COLUMN lat DOUBLE PRECISION, ADD COLUMN lon DOUBLE PRECISION,
    ADD COLUMN missing BOOLEAN NOT NULL DEFAULT false;
UPDATE occurrence SET lat = f.lat, lon = f.lon, missing = f.missing FROM facts AS f WHERE f.event = occurrence.event;
