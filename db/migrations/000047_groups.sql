-- The list of groups is searched and sorted by this name. It is stored, so that no query has to compute it.
ALTER TABLE groups ADD COLUMN sort_name text GENERATED ALWAYS AS (folded(name)) STORED;
-- The members of a group on a day are counted from this index alone.
CREATE INDEX group_members_days ON group_members (client_id, group_id, from_date, to_date);

-- A moved session has a row at its original day (`moved_to`) and one at its new day (`moved_from`). The row of the new day
-- has its time, its cover and whether it is cancelled. For another time on the same day one row with `start_at` is enough.
ALTER TABLE session_exceptions ADD COLUMN moved_to date, ADD COLUMN moved_from date, ADD COLUMN start_at time,
  ADD CONSTRAINT session_exceptions_moved_check CHECK (moved_to IS NULL OR moved_from IS NULL AND cover_id IS NULL AND NOT cancelled);
