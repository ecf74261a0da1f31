-- PINs by which coaches take turns on one tablet, and sessions that somebody else logged in.
CREATE TABLE user_pins (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  pin_hash text NOT NULL,
  -- wrong tries since the last right one or the last full login; counted before each is judged
  failed int NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
-- who logged in, where another user was switched to
ALTER TABLE refresh_sessions ADD COLUMN original_user_id uuid;
ALTER TABLE refresh_sessions ADD FOREIGN KEY (client_id, original_user_id) REFERENCES users;
CREATE INDEX refresh_sessions_original ON refresh_sessions (client_id, original_user_id) WHERE original_user_id IS NOT NULL;
-- every entry of a switched session names both, whoever writes it: the transaction knows
ALTER TABLE audit_log ALTER COLUMN acting_as SET DEFAULT nullif(current_setting('app.original', true), '')::uuid;

ALTER TABLE user_pins ENABLE ROW LEVEL SECURITY;
ALTER TABLE user_pins FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON user_pins
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON user_pins TO rungs_app;
