-- The outbox of mails. A waiting mail has data but no text: the text is written when the mail is sent, so that consent is
-- checked then and no link that sets a password is stored.
CREATE TABLE mails (
  client_id text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  kind text NOT NULL,
  data jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'kept', 'dropped', 'failed')),
  due_at timestamptz NOT NULL,
  tries int NOT NULL DEFAULT 0,
  error text,
  ended_at timestamptz,
  -- the written mail; only a demo without a mail server keeps it
  written jsonb,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX mails_due ON mails (client_id, due_at) WHERE state = 'waiting';
CREATE INDEX mails_user ON mails (client_id, user_id, kind, created_at);

-- Links in mails with which a user sets a password. Only the mail has the token itself.
CREATE TABLE password_links (
  client_id text NOT NULL,
  token_hash text NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('invite', 'reset')),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (client_id, token_hash),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX password_links_user ON password_links (client_id, user_id);

CREATE INDEX refresh_sessions_user ON refresh_sessions (client_id, user_id) WHERE revoked_at IS NULL;
-- the user must set a new password before the next login
ALTER TABLE users ADD COLUMN password_reset_required boolean NOT NULL DEFAULT false;
-- whether the organisation portal, a club portal with a flag [6.19], admits the club
ALTER TABLE clubs ADD COLUMN org_portal boolean NOT NULL DEFAULT true;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mails', 'password_links'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
