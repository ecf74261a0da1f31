-- Every saved edit batch of an author and the revision that it made, so that the open editors of other authors can apply
-- the batches one after another.
CREATE TABLE scheme_edits (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  revision int NOT NULL,
  user_id uuid NOT NULL,
  edits jsonb NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, scheme_id, revision),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);

ALTER TABLE scheme_edits ENABLE ROW LEVEL SECURITY;
ALTER TABLE scheme_edits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON scheme_edits
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON scheme_edits TO rungs_app;
