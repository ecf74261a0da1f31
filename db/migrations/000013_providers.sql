-- Login at a provider: the provider of a client, the identities of users there, and logins that have not returned yet.
CREATE TABLE identity_providers (
  client_id text NOT NULL REFERENCES clients,
  issuer text NOT NULL,
  oauth_client_id text NOT NULL,
  oauth_client_secret text NOT NULL,
  scope text NOT NULL,
  -- the claims with the numbers of a user's clubs and with the types that the user may have; a course provider has these
  -- facts in its rosters instead
  club_claim text,
  type_claim text,
  -- the OneRoster 1.2 address of a course provider
  roster_url text,
  PRIMARY KEY (client_id)
);
-- The user for each subject of a provider. The e-mail address does not identify anybody.
CREATE TABLE identities (
  client_id text NOT NULL,
  provider text NOT NULL CHECK (provider IN ('bg', 'coursepro')),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  type text NOT NULL,
  user_id uuid NOT NULL,
  PRIMARY KEY (client_id, provider, subject, type),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE UNIQUE INDEX identities_user ON identities (client_id, user_id);
-- A login for which the browser is at the provider. It can be completed once, by the browser that began it.
CREATE TABLE login_states (
  client_id text NOT NULL REFERENCES clients,
  state_hash text NOT NULL,
  browser_hash text NOT NULL,
  type text NOT NULL,
  redirect_uri text NOT NULL,
  nonce text NOT NULL,
  verifier text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, state_hash)
);
CREATE INDEX login_states_expires ON login_states (client_id, expires_at);
CREATE UNIQUE INDEX clubs_ngo_id ON clubs (client_id, ngo_id) WHERE ngo_id IS NOT NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['identity_providers', 'identities', 'login_states'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT DELETE ON login_states TO rungs_app;
