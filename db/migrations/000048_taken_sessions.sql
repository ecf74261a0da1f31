-- The coach who covers a session took it over, and may give it back; otherwise the office named them.
ALTER TABLE session_exceptions ADD COLUMN taken boolean NOT NULL DEFAULT false;
