-- What an update of linked nodes replaced, as the edits that would take it back: it is no batch of edits of its scheme, but
-- a working copy that deletes such nodes has to know that they changed meanwhile.
CREATE TABLE linked_updates (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  revision int NOT NULL,
  undo jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scheme_id, revision),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
ALTER TABLE linked_updates ENABLE ROW LEVEL SECURITY;
ALTER TABLE linked_updates FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON linked_updates
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON linked_updates TO rungs_app;
