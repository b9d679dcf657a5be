-- A week in a cell of the map is a mark of its own (store/marks.py): few events have it, where many have either.
UPDATE facts SET marks = marks || coalesce((
    SELECT group_concat(' ' || cell.value || week.value, '')
    FROM json_each('["' || replace(facts.marks, ' ', '","') || '"]') AS cell,
        json_each('["' || replace(facts.marks, ' ', '","') || '"]') AS week
    WHERE cell.value LIKE 'c%' AND week.value LIKE 'w%'
), '') WHERE marks NOT GLOB '*x[0-9][0-9][0-9]w*';
INSERT INTO facts_words (facts_words) VALUES ('rebuild');
