-- A client whose API is closed for a while, with what its portals say meanwhile.
CREATE TABLE maintenance (
  client_id text NOT NULL REFERENCES clients,
  since timestamptz NOT NULL DEFAULT now(),
  -- {"en-GB": {"title": "…", "description": "…"}}; what is missing is said in the portals' own words
  texts jsonb NOT NULL,
  PRIMARY KEY (client_id)
);
ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON maintenance
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO rungs_app;
