-- Clients whose API is closed for maintenance, with the texts that their portals show meanwhile.
CREATE TABLE maintenance (
  client_id text NOT NULL REFERENCES clients,
  since timestamptz NOT NULL DEFAULT now(),
  -- {"en-GB": {"title": "…", "description": "…"}}; the portals' own texts replace missing ones
  texts jsonb NOT NULL,
  PRIMARY KEY (client_id)
);
ALTER TABLE maintenance ENABLE ROW LEVEL SECURITY;
ALTER TABLE maintenance FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON maintenance
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON maintenance TO rungs_app;
