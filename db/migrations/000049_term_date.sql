-- The day from which the moves of the end-of-term board take effect. `term_date` is chosen by an administrator for the
-- present draft; if it is null or past, the day on which the board is applied counts.
ALTER TABLE clubs ADD COLUMN term_date date;
ALTER TABLE term_applications ADD COLUMN holds_from date;
UPDATE term_applications SET holds_from = at::date;
ALTER TABLE term_applications ALTER COLUMN holds_from SET NOT NULL;
