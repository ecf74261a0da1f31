-- Mail on its way out. A waiting one holds what it is about, not its words: it is written when it is sent, so that
-- consent is checked then and no link to log in with lies in the database.
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
  -- the written mail, of a demo without a mail server only
  written jsonb,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX mails_due ON mails (client_id, due_at) WHERE state = 'waiting';
CREATE INDEX mails_user ON mails (client_id, user_id, kind, created_at);

-- Links of mails that let somebody set a password; the token itself is known to the mail alone.
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
-- right password, but it must be renewed before anybody is let in
ALTER TABLE users ADD COLUMN password_reset_required boolean NOT NULL DEFAULT false;
-- may open the club portal where it is one for organisations
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
