-- The member whom a change is about, so that the database can select the changes of the members in a coach's scope.
ALTER TABLE changes ADD COLUMN member_id uuid GENERATED ALWAYS AS (
  CASE
    WHEN kind = 'group' THEN NULL
    WHEN kind = 'group_member' THEN split_part(key, '/', 2)::uuid
    ELSE split_part(key, '/', 1)::uuid
  END
) STORED;

-- The change counter of the row's last real change. `rev` also grows when a member enters a group, so that the member's
-- old rows are delivered to the group's coaches.
ALTER TABLE changes ADD COLUMN changed_rev bigint;
UPDATE changes SET changed_rev = rev;
ALTER TABLE changes ALTER COLUMN changed_rev SET NOT NULL;

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check CHECK (kind IN ('group', 'member', 'group_member', 'result', 'conflict'));

-- Conflicts: two coaches marked the same node differently without having seen each other's mark.
CREATE TABLE conflicts (
  client_id text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  -- the operations that conflict
  ops uuid[] NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT now(),
  settled_at timestamptz,
  settled_by uuid,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, member_id, scheme_id) REFERENCES member_schemes,
  FOREIGN KEY (client_id, settled_by) REFERENCES users
);
CREATE UNIQUE INDEX conflicts_open ON conflicts (client_id, member_id, scheme_id, node_id) WHERE settled_at IS NULL;

ALTER TABLE conflicts ENABLE ROW LEVEL SECURITY;
ALTER TABLE conflicts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON conflicts
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON conflicts TO rungs_app;
