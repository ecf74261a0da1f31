-- What the archive of a club has brought, so that it can be undone.

-- the change set of the archive that an entry of a register came with
ALTER TABLE register_edits ADD COLUMN brought_by uuid;
CREATE INDEX register_edits_brought ON register_edits (client_id, brought_by) WHERE brought_by IS NOT NULL;

-- Parents who were linked to children, or invited to them, by a change set.
CREATE TABLE change_set_links (
  client_id text NOT NULL,
  change_set_id uuid NOT NULL,
  user_id uuid NOT NULL,
  member_id uuid NOT NULL,
  -- the parent has to accept an invitation first
  invited boolean NOT NULL,
  PRIMARY KEY (client_id, change_set_id, user_id, member_id),
  FOREIGN KEY (client_id, change_set_id) REFERENCES change_sets,
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX change_set_links_user ON change_set_links (client_id, user_id);
CREATE INDEX change_set_links_member ON change_set_links (client_id, member_id);
ALTER TABLE change_set_links ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_set_links FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON change_set_links
  USING (client_id = current_setting('app.client', true))
  WITH CHECK (client_id = current_setting('app.client', true));
GRANT SELECT, INSERT ON change_set_links TO rungs_app;

-- what an archive has brought is known at its end
GRANT UPDATE (details) ON change_sets TO rungs_app;
-- what nobody has used since is removed by the undo
GRANT DELETE ON registers, register_edits, groups, session_covers, lesson_plans, lesson_plan_shares, lesson_plan_groups,
  change_set_places TO rungs_app;
-- of the history only what an archive has brought can be deleted, and a lane only without any history
CREATE POLICY brought ON register_edits AS RESTRICTIVE FOR DELETE USING (brought_by IS NOT NULL);
