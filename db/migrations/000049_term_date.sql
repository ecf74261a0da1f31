-- From which day on the moves of the board of a term's end hold: as the office has chosen it for what is decided now,
-- null or past: the day on which all is applied.
ALTER TABLE clubs ADD COLUMN term_date date;
ALTER TABLE term_applications ADD COLUMN holds_from date;
UPDATE term_applications SET holds_from = at::date;
ALTER TABLE term_applications ALTER COLUMN holds_from SET NOT NULL;
