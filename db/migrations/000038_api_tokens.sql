-- Tokens of `api` users: what other programs of a client show instead of a login.
CREATE TABLE api_tokens (
  client_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- null: what belongs to the whole client
  club_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  scopes text[] NOT NULL,
  -- which secret is in use: each is made of this, the id and a key that is not in the database
  rotation int NOT NULL DEFAULT 0,
  -- SHA-256 of the secret; of 256 bits that nobody can guess, so nothing slower is needed
  hash bytea NOT NULL,
  -- the secret before the last rotation, which goes on for a day
  previous_hash bytea,
  previous_until timestamptz,
  per_minute int NOT NULL,
  -- requests since the minute began
  minute timestamptz NOT NULL DEFAULT '-infinity',
  used int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  last_used_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);
CREATE UNIQUE INDEX api_tokens_hash ON api_tokens (client_id, hash);
CREATE INDEX api_tokens_previous ON api_tokens (client_id, previous_hash) WHERE previous_hash IS NOT NULL;
CREATE INDEX api_tokens_user ON api_tokens (client_id, user_id);
ALTER TABLE api_tokens ENABLE ROW LEVEL SECURITY;
ALTER TABLE api_tokens FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON api_tokens
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON api_tokens TO rungs_app;
