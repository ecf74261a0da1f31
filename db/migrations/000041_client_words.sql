-- The client's list of content tags [5.12]. Nodes have copies of the names, so no foreign key refers to this table.
CREATE TABLE tags (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX tags_name ON tags (client_id, lower(name));
ALTER TABLE tags ENABLE ROW LEVEL SECURITY;
ALTER TABLE tags FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tags
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON tags TO rungs_app;
-- a label set can be deleted, because scales have copies of its labels
GRANT DELETE ON label_sets TO rungs_app;
