-- Pairs of records that look like one child, of which an administrator has said that they are two children.
CREATE TABLE separate_members (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  one_id uuid NOT NULL,
  other_id uuid NOT NULL CHECK (other_id > one_id),
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, club_id, one_id, other_id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs ON DELETE CASCADE,
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, one_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (client_id, other_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX separate_members_one ON separate_members (client_id, one_id);
CREATE INDEX separate_members_other ON separate_members (client_id, other_id);
ALTER TABLE separate_members ENABLE ROW LEVEL SECURITY;
ALTER TABLE separate_members FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON separate_members
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, DELETE ON separate_members TO rungs_app;
