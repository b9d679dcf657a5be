-- Of a time that lasts for weeks, the week in which it begins (w) is told from those in which it goes on (r).
UPDATE facts SET marks = (
    SELECT string_agg(CASE WHEN mark LIKE '%w%' AND NOT EXISTS (
        SELECT 1 FROM occurrence AS o WHERE o.event = facts.event AND o.first_day / 7 = substring(mark FROM 'w(.*)')::integer
    ) THEN replace(mark, 'w', 'r') ELSE mark END, ' ' ORDER BY place)
    FROM unnest(string_to_array(marks, ' ')) WITH ORDINALITY AS each_mark (mark, place)
) WHERE event IN (SELECT event FROM occurrence WHERE last_day / 7 > first_day / 7) AND marks NOT LIKE '%wany%';

-- A time knows where it is and whether it is missing from its pages: that is all that most searches ask of it.
ALTER TABLE occurrence ADD COLUMN lat DOUBLE PRECISION, ADD COLUMN lon DOUBLE PRECISION,
    ADD COLUMN missing BOOLEAN NOT NULL DEFAULT false;
UPDATE occurrence SET lat = f.lat, lon = f.lon, missing = f.missing FROM facts AS f WHERE f.event = occurrence.event;
