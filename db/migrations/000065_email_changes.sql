-- A new e-mail address of an account that waits for confirmation. It takes effect when the link of a mail to that address
-- is opened; until then the address in `users` counts. Only the mails have the tokens themselves.
CREATE TABLE email_changes (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  email text NOT NULL,
  asked_at timestamptz NOT NULL,
  token_hashes text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
ALTER TABLE email_changes ENABLE ROW LEVEL SECURITY;
ALTER TABLE email_changes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON email_changes
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON email_changes TO rungs_app;

-- A trigger deletes it with the account, so that no writer can forget it.
CREATE FUNCTION drop_email_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM email_changes c WHERE c.client_id = NEW.client_id AND c.user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_closed AFTER UPDATE OF status ON users
  FOR EACH ROW WHEN (NEW.status = 'anonymised') EXECUTE FUNCTION drop_email_change();
