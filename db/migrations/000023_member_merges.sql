-- Merges of two members that are the same child: `merged_id` goes into `kept_id`. A merge can be undone.
ALTER TABLE club_members DROP CONSTRAINT club_members_status_check;
ALTER TABLE club_members ADD CONSTRAINT club_members_status_check CHECK (status IN ('active', 'inactive', 'merged'));

CREATE TABLE member_merges (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  kept_id uuid NOT NULL,
  merged_id uuid NOT NULL,
  user_id uuid NOT NULL,
  at timestamptz NOT NULL,
  undone_at timestamptz,
  -- what was moved: operations, lanes by their new names, places in groups (moved and ended ones), and the parents whom
  -- the kept member did not have; `merged_parents` are all parents of the merged member
  ops uuid[] NOT NULL,
  lanes text[] NOT NULL,
  places jsonb NOT NULL,
  parents uuid[] NOT NULL,
  merged_parents uuid[] NOT NULL,
  -- the fields of both members before, and of the kept one after
  before jsonb NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, kept_id) REFERENCES members ON DELETE CASCADE,
  FOREIGN KEY (client_id, merged_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX member_merges_club ON member_merges (client_id, club_id, at);
CREATE INDEX member_merges_kept ON member_merges (client_id, kept_id);

ALTER TABLE member_merges ENABLE ROW LEVEL SECURITY;
ALTER TABLE member_merges FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON member_merges
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON member_merges TO rungs_app;

-- Moves history between two members. It runs as the owner, because the application may not change history. It deletes
-- results that have no assessment any more; the caller recomputes the others.
CREATE FUNCTION move_history(from_member uuid, to_member uuid, moved_ops uuid[], moved_lanes text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
BEGIN
  UPDATE assessments a SET member_id = to_member
    WHERE a.client_id = tenant AND a.member_id = from_member AND a.op_id = ANY(moved_ops);
  DELETE FROM results r WHERE r.client_id = tenant AND r.member_id = from_member AND NOT EXISTS (
    SELECT FROM assessments a WHERE a.client_id = tenant AND a.member_id = from_member AND a.scheme_id = r.scheme_id AND a.node_id = r.node_id);
  INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, scheme_id, node_id, value, author_id, ts)
    SELECT client_id, replace(lane, from_member::text, to_member::text), kind, club_id, to_member, group_id, date, scheme_id, node_id,
      value, author_id, ts
    FROM registers r WHERE r.client_id = tenant AND r.member_id = from_member AND r.lane = ANY(moved_lanes);
  UPDATE register_edits e SET lane = replace(e.lane, from_member::text, to_member::text)
    FROM registers r WHERE r.client_id = tenant AND e.client_id = tenant AND r.lane = e.lane AND r.member_id = from_member
      AND r.lane = ANY(moved_lanes);
  DELETE FROM registers r WHERE r.client_id = tenant AND r.member_id = from_member AND r.lane = ANY(moved_lanes);
END $$;
REVOKE ALL ON FUNCTION move_history(uuid, uuid, uuid[], text[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION move_history(uuid, uuid, uuid[], text[]) TO rungs_app;

-- Erasing a member also erases the members that were merged into it.
CREATE FUNCTION erase_merged() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM erase_member(m.merged_id) FROM member_merges m
    WHERE m.client_id = OLD.client_id AND m.kept_id = OLD.id AND m.undone_at IS NULL;
  RETURN OLD;
END $$;
REVOKE ALL ON FUNCTION erase_merged() FROM PUBLIC;
CREATE TRIGGER members_erase_merged BEFORE DELETE ON members FOR EACH ROW EXECUTE FUNCTION erase_merged();
