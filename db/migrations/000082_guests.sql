-- Guests: children whom a coach entered at a session because they were on no list. A guest has a row in `members`, so that
-- marks and attendance are stored as those of any child, but belongs to no club until the office decides.

-- A guest's date of birth is not known, and perhaps not its last name.
ALTER TABLE members ALTER COLUMN dob DROP NOT NULL;
ALTER TABLE members DROP CONSTRAINT members_lastname_check;
ALTER TABLE members ADD CONSTRAINT members_lastname_check CHECK (length(lastname) <= 50);

CREATE TABLE guests (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  club_id uuid NOT NULL,
  group_id uuid NOT NULL,
  -- When the guest is in the group: one session, or a trial without an end.
  from_date date NOT NULL,
  to_date date,
  author_id uuid NOT NULL,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, member_id),
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE INDEX guests_club ON guests (client_id, club_id, from_date);
CREATE INDEX guests_group ON guests (client_id, group_id);
CREATE INDEX guests_author ON guests (client_id, author_id);
ALTER TABLE guests ENABLE ROW LEVEL SECURITY;
ALTER TABLE guests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON guests
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, DELETE ON guests TO rungs_app;
