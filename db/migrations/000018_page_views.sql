-- How often a portal's pages were opened on a day (UTC), by browsers whose people agreed to be counted. Nobody is in it.
CREATE TABLE page_views (
  client_id text NOT NULL REFERENCES clients,
  portal text NOT NULL CHECK (portal IN ('parent', 'coach', 'club', 'scheme')),
  page text NOT NULL,
  day date NOT NULL,
  views bigint NOT NULL,
  PRIMARY KEY (client_id, day, portal, page)
);
ALTER TABLE page_views ENABLE ROW LEVEL SECURITY;
ALTER TABLE page_views FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON page_views
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON page_views TO rungs_app;
