-- True when the covering coach took over the session, and so may give it back; false when an administrator named the
-- coach.
ALTER TABLE session_exceptions ADD COLUMN taken boolean NOT NULL DEFAULT false;
