-- Erasing a member deletes all rows that refer to it, because each foreign key to a member cascades. What stays is a
-- tombstone that tells devices to delete it too, the ids of operations, and the log entries without their data.
DO $$
DECLARE k record;
BEGIN
  FOR k IN SELECT conname, conrelid::regclass AS of_table, pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE contype = 'f' AND confdeltype = 'a'
      AND confrelid IN ('members'::regclass, 'club_members'::regclass, 'member_schemes'::regclass, 'registers'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', k.of_table, k.conname);
    EXECUTE format('ALTER TABLE %s ADD CONSTRAINT %I %s ON DELETE CASCADE', k.of_table, k.conname, k.definition);
  END LOOP;
END $$;

-- Operations of a coach whose account was closed, which a colleague submits from a shared tablet. They are applied in the
-- author's name once an administrator accepts them.
CREATE TABLE deposits (
  client_id text NOT NULL,
  op_id uuid NOT NULL,
  club_id uuid NOT NULL,
  author_id uuid NOT NULL,
  device_id uuid NOT NULL,
  -- as the device had it; its texts are still encrypted
  operation jsonb NOT NULL,
  payload_hash text NOT NULL,
  deposited_by uuid NOT NULL,
  deposited_at timestamptz NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'declined')),
  decided_by uuid,
  decided_at timestamptz,
  -- the result of applying it, once it was accepted
  outcome text,
  code text,
  PRIMARY KEY (client_id, op_id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, author_id) REFERENCES users,
  FOREIGN KEY (client_id, deposited_by) REFERENCES users,
  FOREIGN KEY (client_id, decided_by) REFERENCES users
);
CREATE INDEX deposits_waiting ON deposits (client_id, club_id, author_id) WHERE state = 'waiting';

ALTER TABLE deposits ENABLE ROW LEVEL SECURITY;
ALTER TABLE deposits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON deposits
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON deposits TO rungs_app;

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('group', 'member', 'group_member', 'result', 'conflict', 'register', 'erasure'));

-- Runs as the owner, because the application may not delete history or change the log. Each statement compares the
-- tenant, because an owner that is a superuser bypasses row-level security.
CREATE FUNCTION erase_member(erased uuid) RETURNS TABLE (club_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
BEGIN
  -- every club whose devices may hold the member; what they held is replaced by the tombstone
  RETURN QUERY
    WITH gone AS (DELETE FROM changes c WHERE c.client_id = tenant AND c.member_id = erased RETURNING c.club_id)
    SELECT g.club_id FROM gone g UNION SELECT cm.club_id FROM club_members cm WHERE cm.client_id = tenant AND cm.member_id = erased;
  DELETE FROM deposits d WHERE d.client_id = tenant AND strpos(d.operation ->> 'lane', erased::text) > 0;
  DELETE FROM requests r WHERE r.client_id = tenant AND strpos(r.answer::text, erased::text) > 0;
  UPDATE mails m SET written = NULL WHERE m.client_id = tenant AND m.written IS NOT NULL AND (strpos(m.data::text, erased::text) > 0
    OR m.user_id IN (SELECT l.user_id FROM member_links l WHERE l.client_id = tenant AND l.member_id = erased
      UNION SELECT i.user_id FROM invited_links i WHERE i.client_id = tenant AND i.member_id = erased));
  UPDATE audit_log a SET before = NULL, after = NULL
    WHERE a.client_id = tenant AND a.entity = 'member' AND a.entity_id = erased::text AND (a.before IS NOT NULL OR a.after IS NOT NULL);
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = erased;
END $$;
REVOKE ALL ON FUNCTION erase_member(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_member(uuid) TO rungs_app;
