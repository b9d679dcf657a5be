-- A week in a cell of the map is a mark of its own (store/marks.py): few events have it, where many have either.
UPDATE facts SET marks = marks || coalesce((
    SELECT string_agg(' ' || cell || week, '')
    FROM unnest(string_to_array(marks, ' ')) AS cell, unnest(string_to_array(marks, ' ')) AS week
    WHERE cell LIKE 'c%' AND week LIKE 'w%'
), '') WHERE marks !~ 'x[0-9]{3}w';
