-- The PINs with which coaches switch users on one tablet, and the sessions of switched users.
CREATE TABLE user_pins (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  pin_hash text NOT NULL,
  -- tries since the last right one or the last full login; each is counted before it is checked
  failed int NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
-- in a session of a switched user, the user who had logged in
ALTER TABLE refresh_sessions ADD COLUMN original_user_id uuid;
ALTER TABLE refresh_sessions ADD FOREIGN KEY (client_id, original_user_id) REFERENCES users;
CREATE INDEX refresh_sessions_original ON refresh_sessions (client_id, original_user_id) WHERE original_user_id IS NOT NULL;
-- An entry of a switched user's session names both users. The default takes the second one from the transaction, so that
-- no writer can forget it.
ALTER TABLE audit_log ALTER COLUMN acting_as SET DEFAULT nullif(current_setting('app.original', true), '')::uuid;

ALTER TABLE user_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_pins FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON user_pins
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_pins TO rungs_app;
