-- Named date ranges of a club: terms, and holidays, which are excluded from the terms.
CREATE TABLE terms (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('term', 'holiday')),
  name jsonb NOT NULL,
  first_date date NOT NULL,
  last_date date NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  CHECK (first_date <= last_date)
);
CREATE INDEX terms_club ON terms (client_id, club_id, first_date);

ALTER TABLE terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE terms FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON terms
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON terms TO rungs_app;
