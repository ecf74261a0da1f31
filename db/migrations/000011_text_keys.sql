-- The key with which a user's devices encrypt the texts of unsent operations. Only that user gets it, so that nobody else
-- who uses the device can read the texts.
CREATE TABLE text_keys (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  key bytea NOT NULL CHECK (length(key) = 32),
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);

ALTER TABLE text_keys ENABLE ROW LEVEL SECURITY;
ALTER TABLE text_keys FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON text_keys
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON text_keys TO rungs_app;
