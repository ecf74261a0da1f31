-- Writes of a club administrator that can be undone as a whole, and each row that they changed, before and after. A later
-- migration renames `office_steps` to `change_sets`.

CREATE TABLE office_steps (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);

-- Changed rows of group_members. `existed` is false for a new row.
CREATE TABLE step_places (
  client_id text NOT NULL,
  step_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  from_date date NOT NULL,
  existed boolean NOT NULL,
  before_to date,
  after_to date,
  PRIMARY KEY (client_id, step_id, group_id, member_id, from_date),
  FOREIGN KEY (client_id, step_id) REFERENCES office_steps,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX step_places_member ON step_places (client_id, member_id);

-- Changed columns of club_members, by name: `status` or `tags`.
CREATE TABLE step_members (
  client_id text NOT NULL,
  step_id uuid NOT NULL,
  member_id uuid NOT NULL,
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (client_id, step_id, member_id),
  FOREIGN KEY (client_id, step_id) REFERENCES office_steps,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX step_members_member ON step_members (client_id, member_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['office_steps', 'step_places', 'step_members'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT UPDATE (undone_at), DELETE ON office_steps TO rungs_app;
