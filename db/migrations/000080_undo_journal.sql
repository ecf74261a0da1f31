-- One journal of what can be undone: change sets also hold applications of the end-of-term board, imports and merges.

ALTER TABLE change_sets
  -- which undo takes it back: one of `server/flows/change-sets/kinds.ts`
  ADD COLUMN kind text NOT NULL DEFAULT 'members',
  -- what the undo and the list need besides the recorded rows; no names of people
  ADD COLUMN details jsonb NOT NULL DEFAULT '{}',
  -- the database's time of the write, as in its entries of the audit log; the application's time is `at`
  ADD COLUMN logged_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN undone_by uuid,
  ADD FOREIGN KEY (client_id, undone_by) REFERENCES users;
CREATE INDEX change_sets_club ON change_sets (client_id, club_id, at);
GRANT UPDATE (undone_by) ON change_sets TO rungs_app;

-- The members for whom a change set recorded that they stay in a group, and the former value of that register entry.
CREATE TABLE change_set_stays (
  client_id text NOT NULL,
  change_set_id uuid NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  before jsonb,
  PRIMARY KEY (client_id, change_set_id, group_id, member_id),
  FOREIGN KEY (client_id, change_set_id) REFERENCES change_sets,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX change_set_stays_member ON change_set_stays (client_id, member_id);
ALTER TABLE change_set_stays ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_set_stays FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON change_set_stays
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON change_set_stays TO rungs_app;

ALTER TABLE change_sets NO FORCE ROW LEVEL SECURITY;
UPDATE change_sets SET logged_at = at;
ALTER TABLE change_sets FORCE ROW LEVEL SECURITY;

-- Copies what was done before into the journal, under the same ids. The old tables of the board stay, because old
-- processes still read and write them; the migration that drops them repeats the copy first.
DO $$
DECLARE
  t text;
  copied text[] := ARRAY['change_sets', 'change_set_places', 'change_set_stays', 'term_applications', 'term_places',
    'term_stays', 'member_imports', 'member_merges'];
BEGIN
  FOREACH t IN ARRAY copied LOOP EXECUTE format('ALTER TABLE %I NO FORCE ROW LEVEL SECURITY', t); END LOOP;
  INSERT INTO change_sets (client_id, id, club_id, user_id, at, undone_at, kind, details, logged_at)
    SELECT client_id, id, club_id, user_id, at, undone_at, 'term-board',
      jsonb_build_object('on', holds_from, 'moves', moves, 'stays', stays), at
    FROM term_applications
    UNION ALL
    SELECT client_id, id, club_id, user_id, done_at, undone_at, 'import', '{}', done_at
    FROM member_imports WHERE state IN ('done', 'undone') AND done_at IS NOT NULL
    UNION ALL
    SELECT client_id, id, club_id, user_id, at, undone_at, 'merge', '{}', at FROM member_merges
    ON CONFLICT DO NOTHING;
  INSERT INTO change_set_places (client_id, change_set_id, group_id, member_id, from_date, existed, before_to, after_to)
    SELECT client_id, application_id, group_id, member_id, from_date, existed, before_to, after_to FROM term_places
    ON CONFLICT DO NOTHING;
  INSERT INTO change_set_stays (client_id, change_set_id, group_id, member_id, before)
    SELECT client_id, application_id, group_id, member_id, before FROM term_stays
    ON CONFLICT DO NOTHING;
  FOREACH t IN ARRAY copied LOOP EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t); END LOOP;
END $$;
