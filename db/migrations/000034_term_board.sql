-- The end-of-term board: who moves on and who stays, and what is needed to undo an applied board as a whole.

-- The ages of a group in whole years: at least `age_from`, and less than `age_to`.
ALTER TABLE groups ADD COLUMN age_from int, ADD COLUMN age_to int,
  ADD CONSTRAINT groups_ages_check CHECK (age_from < age_to);

-- The draft of the board: decisions that are not applied yet.
CREATE TABLE term_decisions (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- null when the member stays
  to_group_id uuid,
  user_id uuid NOT NULL,
  PRIMARY KEY (client_id, club_id, group_id, member_id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, to_group_id) REFERENCES groups,
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX term_decisions_member ON term_decisions (client_id, member_id);

CREATE TABLE term_applications (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  moves int NOT NULL,
  stays int NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX term_applications_club ON term_applications (client_id, club_id, at);

-- Each row of group_members that applying the board changed, before and after. `existed` is false for a new row.
CREATE TABLE term_places (
  client_id text NOT NULL,
  application_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  from_date date NOT NULL,
  existed boolean NOT NULL,
  before_to date,
  after_to date,
  PRIMARY KEY (client_id, application_id, group_id, member_id, from_date),
  FOREIGN KEY (client_id, application_id) REFERENCES term_applications,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX term_places_member ON term_places (client_id, member_id);

-- The members for whom applying the board recorded that they stay, and the former value of that register entry.
CREATE TABLE term_stays (
  client_id text NOT NULL,
  application_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  before jsonb,
  PRIMARY KEY (client_id, application_id, group_id, member_id),
  FOREIGN KEY (client_id, application_id) REFERENCES term_applications,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX term_stays_member ON term_stays (client_id, member_id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['term_decisions', 'term_applications', 'term_places', 'term_stays'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT UPDATE, DELETE ON term_decisions TO rungs_app;
GRANT UPDATE ON term_applications TO rungs_app;
-- undoing deletes the rows that applying the board inserted
GRANT DELETE ON group_members TO rungs_app;
