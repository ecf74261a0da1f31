-- How often something that can be guessed, such as a password, was tried: `about` is what was tried, `tried_by` by whom,
-- or '' for everybody together. Tries are counted before they are checked. Both are hashes, because a name that belongs to
-- no account may be any text.
DROP TABLE login_failures;
CREATE TABLE tries (
  client_id text NOT NULL REFERENCES clients,
  about text NOT NULL,
  tried_by text NOT NULL,
  count int NOT NULL,
  last timestamptz NOT NULL,
  -- after this time the count begins at 0 again
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, about, tried_by)
);
CREATE INDEX tries_ended ON tries (client_id, ends_at);
ALTER TABLE user_pins DROP COLUMN failed;

-- The browser in which a user has logged in. Wrong tries of others do not lock the user out there.
ALTER TABLE refresh_sessions ADD COLUMN device_hash text;
CREATE INDEX refresh_sessions_device ON refresh_sessions (client_id, device_hash) WHERE device_hash IS NOT NULL;

ALTER TABLE tries ENABLE ROW LEVEL SECURITY;
ALTER TABLE tries FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tries
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON tries TO rungs_app;
