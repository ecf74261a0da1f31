-- The tokens with which a client's other programs (users of type `api`) authenticate.
CREATE TABLE api_tokens (
  client_id text NOT NULL,
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- null for a token of the whole client
  club_id uuid,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  scopes text[] NOT NULL,
  -- the number of the secret in use; each is derived from this number, the id and a key that is not in the database
  rotation int NOT NULL DEFAULT 0,
  -- the SHA-256 of the secret; its 256 random bits cannot be guessed, so no slower hash is needed
  hash bytea NOT NULL,
  -- the hash of the secret before the last rotation, which stays valid until `previous_until`
  previous_hash bytea,
  previous_until timestamptz,
  per_minute int NOT NULL,
  -- the minute of the last request, and the number of requests in it
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
