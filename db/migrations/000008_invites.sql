-- Children of an invited parent who has not set a password yet. Setting it links the parent to them.
CREATE TABLE invited_links (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  member_id uuid NOT NULL,
  invited_by uuid,
  PRIMARY KEY (client_id, user_id, member_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, member_id) REFERENCES members
);
CREATE UNIQUE INDEX users_ngo_id ON users (client_id, type, ngo_id) WHERE ngo_id IS NOT NULL;

ALTER TABLE invited_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE invited_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON invited_links
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, DELETE ON invited_links TO rungs_app;
