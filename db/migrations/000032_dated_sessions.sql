-- The exceptions of dated sessions. A session without a row follows its group.
CREATE TABLE session_exceptions (
  client_id text NOT NULL,
  group_id uuid NOT NULL,
  date date NOT NULL,
  cancelled boolean NOT NULL,
  reason text,
  -- the coach who takes the session in the place of the group's coaches
  cover_id uuid,
  PRIMARY KEY (client_id, group_id, date),
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, cover_id) REFERENCES users
);
CREATE INDEX session_exceptions_cover ON session_exceptions (client_id, cover_id, date) WHERE cover_id IS NOT NULL;

-- All coaches who ever covered a session. What they recorded during their cover counts, even if it arrives later.
CREATE TABLE session_covers (
  client_id text NOT NULL,
  group_id uuid NOT NULL,
  date date NOT NULL,
  user_id uuid NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (client_id, group_id, date, user_id),
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX session_covers_user ON session_covers (client_id, user_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['session_exceptions', 'session_covers'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT DELETE ON session_exceptions, terms TO rungs_app;
