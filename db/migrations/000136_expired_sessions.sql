-- Tokens of sessions are deleted when they have expired. When the session was opened, which its first token says, is
-- kept with those after it.
ALTER TABLE refresh_sessions
  -- null in the first token of a user in a session, and in those of a process of the previous version
  ADD COLUMN began_at timestamptz;
GRANT DELETE ON refresh_sessions TO rungs_app;
