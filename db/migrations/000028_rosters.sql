-- The ids of members, guardians and groups at a course provider. Rows of a roster are matched by these ids, never by name.
CREATE TABLE roster_members (
  client_id text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  member_id uuid NOT NULL,
  PRIMARY KEY (client_id, subject),
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE UNIQUE INDEX roster_members_member ON roster_members (client_id, member_id);
CREATE TABLE roster_guardians (
  client_id text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  member_id uuid NOT NULL,
  PRIMARY KEY (client_id, subject, member_id),
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX roster_guardians_member ON roster_guardians (client_id, member_id);
-- A class of the provider that meets at several times of day is one group for each time (`slot`).
CREATE TABLE roster_groups (
  client_id text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  slot int NOT NULL,
  group_id uuid NOT NULL,
  -- true when the provider sets the scheme and levels, false when the club does
  names_scheme boolean NOT NULL,
  PRIMARY KEY (client_id, subject, slot),
  FOREIGN KEY (client_id, group_id) REFERENCES groups
);
CREATE UNIQUE INDEX roster_groups_group ON roster_groups (client_id, group_id);
-- A staging table for the rows that a running import has read. Its rows are deleted at the end of the run.
CREATE TABLE roster_rows (
  client_id text NOT NULL REFERENCES clients,
  list text NOT NULL,
  subject text COLLATE "C" NOT NULL,
  data jsonb NOT NULL,
  PRIMARY KEY (client_id, list, subject)
);
CREATE INDEX roster_rows_user ON roster_rows (client_id, (data ->> 'user')) WHERE list = 'enrollments';
CREATE INDEX roster_rows_class ON roster_rows (client_id, (data ->> 'class')) WHERE list = 'enrollments';

-- When the provider ended the account. Such a user is made active again at the next login; one whom an administrator
-- made inactive is not.
ALTER TABLE identities ADD COLUMN ended_at timestamptz;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['roster_members', 'roster_guardians', 'roster_groups', 'roster_rows'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT DELETE ON roster_guardians, roster_rows TO rungs_app;
