-- How often something that can be guessed was tried, counted before each try is judged: what was tried, and by whom (''
-- counts everybody together). Both are hashes, because a name that nobody has may be anything.
DROP TABLE login_failures;
CREATE TABLE tries (
  client_id text NOT NULL REFERENCES clients,
  about text NOT NULL,
  tried_by text NOT NULL,
  count int NOT NULL,
  last timestamptz NOT NULL,
  -- from then on the count begins anew
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, about, tried_by)
);
CREATE INDEX tries_ended ON tries (client_id, ends_at);
ALTER TABLE user_pins DROP COLUMN failed;

-- The browser in which somebody logged in: other people's wrong tries do not keep that person out there.
ALTER TABLE refresh_sessions ADD COLUMN device_hash text;
CREATE INDEX refresh_sessions_device ON refresh_sessions (client_id, device_hash) WHERE device_hash IS NOT NULL;

ALTER TABLE tries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tries
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON tries TO rungs_app;
