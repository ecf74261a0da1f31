-- How often each page of a portal was opened on a day (UTC), by users who agreed to be counted. No row is about a person.
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
