-- No function runs with the rights of the owner any more: a distributed engine takes a change of the role within a
-- transaction to another connection, which does not see what was written before. What the functions may do, the
-- application may do only while they say that they do it: members are deleted, and history is moved to another member,
-- under a setting of the transaction that nothing else sets. Of history nothing but its member can be changed.
CREATE OR REPLACE FUNCTION erase_member(erased uuid) RETURNS TABLE (club_id uuid)
LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  guardian uuid;
BEGIN
  -- every club whose devices may hold the member; what they held is replaced by the tombstone
  RETURN QUERY
    WITH gone AS (DELETE FROM changes c WHERE c.client_id = tenant AND c.member_id = erased RETURNING c.club_id)
    SELECT g.club_id FROM gone g UNION SELECT cm.club_id FROM club_members cm WHERE cm.client_id = tenant AND cm.member_id = erased;
  -- a row of a file that was never entered has no id of a member: it is found by each full name that the member ever had,
  -- by the membership number, or by a first name beside the address of a guardian. The file that it was read from would
  -- keep it, so the file goes too; the import itself goes on without it.
  WITH gone AS (
    DELETE FROM member_import_rows r USING (
        SELECT folded(m.firstname) AS firstname, folded(m.lastname) AS lastname FROM members m WHERE m.client_id = tenant AND m.id = erased
        UNION SELECT folded(n.firstname), folded(n.lastname) FROM member_names n WHERE n.client_id = tenant AND n.member_id = erased) name
      WHERE r.client_id = tenant AND r.member_id IS NULL AND strpos(folded(r.cells::text), name.firstname) > 0 AND (
        strpos(folded(r.cells::text), name.lastname) > 0
        OR EXISTS (SELECT FROM guardians g WHERE g.client_id = tenant AND g.member_id = erased AND strpos(lower(r.cells::text), lower(g.email)) > 0))
      RETURNING r.import_id)
    DELETE FROM member_import_files f USING gone WHERE f.client_id = tenant AND f.import_id = gone.import_id;
  WITH gone AS (
    DELETE FROM member_import_rows r USING members m
      WHERE m.client_id = tenant AND m.id = erased AND r.client_id = tenant AND r.member_id IS NULL AND r.cells ? m.ngo_id
      RETURNING r.import_id)
    DELETE FROM member_import_files f USING gone WHERE f.client_id = tenant AND f.import_id = gone.import_id;
  -- the rows from which the member was entered are deleted with the member
  DELETE FROM member_import_files f USING member_import_rows r
    WHERE f.client_id = tenant AND r.client_id = tenant AND r.import_id = f.import_id AND r.member_id = erased;
  DELETE FROM submitted_work w WHERE w.client_id = tenant AND strpos(w.operation ->> 'lane', erased::text) > 0;
  DELETE FROM requests r WHERE r.client_id = tenant AND strpos(r.answer::text, erased::text) > 0;
  UPDATE mails m SET written = NULL WHERE m.client_id = tenant AND m.written IS NOT NULL AND (strpos(m.data::text, erased::text) > 0
    OR m.user_id IN (SELECT l.user_id FROM member_links l WHERE l.client_id = tenant AND l.member_id = erased
      UNION SELECT i.user_id FROM invited_links i WHERE i.client_id = tenant AND i.member_id = erased));
  UPDATE audit_log a SET before = NULL, after = NULL
    WHERE a.client_id = tenant AND a.entity = 'member' AND a.entity_id = erased::text AND (a.before IS NOT NULL OR a.after IS NOT NULL);
  -- an account that was made for this member alone and never opened is nobody's; one that was opened is its owner's
  FOR guardian IN DELETE FROM invited_links i WHERE i.client_id = tenant AND i.member_id = erased RETURNING i.user_id LOOP
    PERFORM anonymise_user(u.id) FROM users u WHERE u.client_id = tenant AND u.id = guardian AND u.type = 'parent'
      AND u.password_hash IS NULL AND u.last_login IS NULL AND NOT u.verified
      AND NOT EXISTS (SELECT FROM invited_links i WHERE i.client_id = tenant AND i.user_id = guardian)
      AND NOT EXISTS (SELECT FROM member_links l WHERE l.client_id = tenant AND l.user_id = guardian)
      AND NOT EXISTS (SELECT FROM identities d WHERE d.client_id = tenant AND d.user_id = guardian);
    IF FOUND THEN
      INSERT INTO audit_log (client_id, action, entity, entity_id) VALUES (tenant, 'close-account', 'user', guardian::text);
    END IF;
  END LOOP;
  -- whoever was merged into the member is the same child
  PERFORM erase_member(m.merged_id) FROM member_merges m
    WHERE m.client_id = tenant AND m.kept_id = erased AND m.undone_at IS NULL;
  SET LOCAL app.history = 'erase';
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = erased;
  SET LOCAL app.history = '';
END $$;

CREATE OR REPLACE FUNCTION remove_unused_members(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  unused uuid[] := ARRAY(SELECT m.id FROM members m WHERE m.client_id = tenant AND m.id = ANY(ids)
    AND NOT EXISTS (SELECT FROM assessments a WHERE a.client_id = tenant AND a.member_id = m.id AND a.brought_by IS NULL)
    AND NOT EXISTS (SELECT FROM registers r WHERE r.client_id = tenant AND r.member_id = m.id));
BEGIN
  PERFORM erase_member(m.merged_id) FROM member_merges m
    WHERE m.client_id = tenant AND m.kept_id = ANY(unused) AND m.undone_at IS NULL;
  -- at once; a cascade would go member by member
  DELETE FROM guardians g WHERE g.client_id = tenant AND g.member_id = ANY(unused);
  DELETE FROM club_member_words w WHERE w.client_id = tenant AND w.member_id = ANY(unused);
  SET LOCAL app.history = 'erase';
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = ANY(unused);
  SET LOCAL app.history = '';
END $$;

CREATE OR REPLACE FUNCTION move_history(from_member uuid, to_member uuid, moved_ops uuid[], moved_lanes text[]) RETURNS void
LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  moved_count bigint;
BEGIN
  SET LOCAL app.history = 'move';
  UPDATE assessments a SET member_id = to_member
    WHERE a.client_id = tenant AND a.member_id = from_member AND a.op_id = ANY(moved_ops);
  DELETE FROM results r WHERE r.client_id = tenant AND r.member_id = from_member AND NOT EXISTS (
    SELECT FROM assessments a WHERE a.client_id = tenant AND a.member_id = from_member AND a.scheme_id = r.scheme_id AND a.node_id = r.node_id);
  WITH moved AS (
    INSERT INTO registers (client_id, lane, kind, club_id, member_id, group_id, date, scheme_id, node_id, value, author_id, ts)
      SELECT client_id, replace(lane, from_member::text, to_member::text), kind, club_id, to_member, group_id, date, scheme_id, node_id,
        value, author_id, ts
      FROM registers r WHERE r.client_id = tenant AND r.member_id = from_member AND r.lane = ANY(moved_lanes) RETURNING lane)
    SELECT count(*) INTO moved_count FROM moved;
  UPDATE register_edits e SET lane = replace(e.lane, from_member::text, to_member::text)
    FROM registers r WHERE r.client_id = tenant AND e.client_id = tenant AND r.lane = e.lane AND r.member_id = from_member
      AND r.lane = ANY(moved_lanes);
  SET LOCAL app.history = '';
  DELETE FROM registers r WHERE r.client_id = tenant AND r.member_id = from_member AND r.lane = ANY(moved_lanes);
END $$;
GRANT DELETE ON members, submitted_work, results TO rungs_app;
GRANT UPDATE (member_id) ON assessments TO rungs_app;
GRANT UPDATE (lane) ON register_edits TO rungs_app;
CREATE POLICY erased ON members AS RESTRICTIVE FOR DELETE USING (current_setting('app.history', true) = 'erase');
CREATE POLICY moved ON assessments AS RESTRICTIVE FOR UPDATE USING (current_setting('app.history', true) = 'move');
CREATE POLICY moved ON register_edits AS RESTRICTIVE FOR UPDATE USING (current_setting('app.history', true) = 'move');

-- The forms that such an engine takes: the time is a variable, and a setting is set by SET LOCAL, which it passes on.
CREATE OR REPLACE FUNCTION anonymise_user(erased uuid) RETURNS void
LANGUAGE plpgsql SECURITY INVOKER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  closed_at timestamptz := now();
BEGIN
  DELETE FROM user_pins p WHERE p.client_id = tenant AND p.user_id = erased;
  DELETE FROM recovery_codes c WHERE c.client_id = tenant AND c.user_id = erased;
  DELETE FROM second_factors f WHERE f.client_id = tenant AND f.user_id = erased;
  DELETE FROM password_links l WHERE l.client_id = tenant AND l.user_id = erased;
  DELETE FROM email_changes c WHERE c.client_id = tenant AND c.user_id = erased;
  DELETE FROM identities i WHERE i.client_id = tenant AND i.user_id = erased;
  DELETE FROM requests r WHERE r.client_id = tenant AND (r.user_id = erased OR strpos(r.answer::text, erased::text) > 0);
  DELETE FROM mails m WHERE m.client_id = tenant AND m.user_id = erased;
  UPDATE api_tokens t SET revoked_at = closed_at WHERE t.client_id = tenant AND t.user_id = erased AND t.revoked_at IS NULL;
  UPDATE audit_log a SET before = NULL, after = NULL
    WHERE a.client_id = tenant AND a.entity = 'user' AND a.entity_id = erased::text AND (a.before IS NOT NULL OR a.after IS NOT NULL);
  UPDATE users u SET status = 'anonymised', firstname = '–', lastname = CASE WHEN type = 'api' THEN '' ELSE '–' END, email = NULL,
      username = NULL, ngo_id = NULL, postcode = NULL, password_hash = NULL, verified = false
    WHERE u.client_id = tenant AND u.id = erased;
END $$;

CREATE OR REPLACE FUNCTION open_work(awaited text[]) RETURNS TABLE (client_id text, queue text, due_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  tenant text;
BEGIN
  FOR tenant IN SELECT DISTINCT hostnames.client_id FROM hostnames LOOP
    EXECUTE format('SET LOCAL app.client = %L', tenant);
    RETURN QUERY SELECT tenant, 'mails', min(mails.due_at) FROM mails
      WHERE mails.client_id = tenant AND mails.state = 'waiting' HAVING count(*) > 0;
    RETURN QUERY SELECT tenant, CASE WHEN kind = ANY(awaited) THEN 'awaited' ELSE 'background' END,
        min(CASE state WHEN 'running' THEN leased_until ELSE tasks.due_at END)
      FROM tasks WHERE tasks.client_id = tenant AND state IN ('queued', 'running') GROUP BY 2;
  END LOOP;
END $$;
