-- Reports count from indexes alone: attendance by club and day, marks by member and by club and day, awards by member and
-- by time.

-- Attendance as a boolean, because comparing JSON takes longer than counting. Null when nothing is recorded, and for
-- other kinds of entries.
ALTER TABLE registers ADD COLUMN present boolean GENERATED ALWAYS AS (CASE
  WHEN kind <> 'attendance' THEN NULL WHEN value = '"present"' THEN true WHEN value = '"absent"' THEN false END) STORED;
CREATE INDEX registers_attendance ON registers (client_id, club_id, date) INCLUDE (group_id, member_id, author_id, present)
  WHERE present IS NOT NULL;
CREATE INDEX registers_badges ON registers (client_id, member_id, scheme_id, node_id) WHERE kind = 'badge';
CREATE INDEX assessments_member_day ON assessments (client_id, member_id, date);
CREATE INDEX assessments_club_day ON assessments (client_id, club_id, date) INCLUDE (author_id, group_id, member_id, scheme_id);
CREATE INDEX awards_member ON awards (client_id, member_id, scheme_id) INCLUDE (node_id, completed_ts, ended_at);
CREATE INDEX awards_when ON awards (client_id, completed_ts) INCLUDE (member_id, scheme_id, node_id) WHERE ended_at IS NULL;
