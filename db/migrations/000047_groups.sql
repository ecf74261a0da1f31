-- What the list of groups is searched and sorted by, folded once and not with each question.
ALTER TABLE groups ADD COLUMN sort_name text GENERATED ALWAYS AS (folded(name)) STORED;
-- How many are in a group on a day is counted from here alone.
CREATE INDEX group_members_days ON group_members (client_id, group_id, from_date, to_date);

-- A session that is moved leaves a row at its own day and has one at the other; the row at the day where it takes place
-- says from when on, who covers it, whether it is cancelled. Another hour of the same day needs but the time.
ALTER TABLE session_exceptions ADD COLUMN moved_to date, ADD COLUMN moved_from date, ADD COLUMN start_at time,
  ADD CONSTRAINT session_exceptions_moved_check CHECK (moved_to IS NULL OR moved_from IS NULL AND cover_id IS NULL AND NOT cancelled);
