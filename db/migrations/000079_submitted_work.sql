-- Renames to plain terms. Submitted work is what a colleague submits from a tablet for a closed account.
ALTER TABLE deposits RENAME TO submitted_work;
ALTER TABLE submitted_work RENAME COLUMN deposited_by TO submitted_by;
ALTER TABLE submitted_work RENAME COLUMN deposited_at TO submitted_at;
ALTER INDEX deposits_waiting RENAME TO submitted_work_waiting;
DO $$
DECLARE name text;
BEGIN
  FOR name IN SELECT conname FROM pg_constraint WHERE conrelid = 'submitted_work'::regclass AND conname LIKE 'deposits%' LOOP
    EXECUTE format('ALTER TABLE submitted_work RENAME CONSTRAINT %I TO %I', name,
      replace(replace(name, 'deposits', 'submitted_work'), 'deposited', 'submitted'));
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION erase_member(erased uuid) RETURNS TABLE (club_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  guardian uuid;
BEGIN
  -- every club whose devices may hold the member; what they held is replaced by the tombstone
  RETURN QUERY
    WITH gone AS (DELETE FROM changes c WHERE c.client_id = tenant AND c.member_id = erased RETURNING c.club_id)
    SELECT g.club_id FROM gone g UNION SELECT cm.club_id FROM club_members cm WHERE cm.client_id = tenant AND cm.member_id = erased;
  -- a row of a file that was never entered has no id of a member: it is found by each full name that the member ever had,
  -- by the membership number, or by a first name beside the address of a guardian
  DELETE FROM member_import_rows r USING (
      SELECT folded(m.firstname) AS firstname, folded(m.lastname) AS lastname FROM members m WHERE m.client_id = tenant AND m.id = erased
      UNION SELECT folded(n.firstname), folded(n.lastname) FROM member_names n WHERE n.client_id = tenant AND n.member_id = erased) name
    WHERE r.client_id = tenant AND r.member_id IS NULL AND strpos(folded(r.cells::text), name.firstname) > 0 AND (
      strpos(folded(r.cells::text), name.lastname) > 0
      OR EXISTS (SELECT FROM guardians g WHERE g.client_id = tenant AND g.member_id = erased AND strpos(lower(r.cells::text), lower(g.email)) > 0));
  DELETE FROM member_import_rows r USING members m
    WHERE m.client_id = tenant AND m.id = erased AND r.client_id = tenant AND r.member_id IS NULL AND r.cells ? m.ngo_id;
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
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = erased;
END $$;

-- Renames the log's actions for submitted work, and for undoing a change set.
ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY;
UPDATE audit_log SET action = CASE action
    WHEN 'deposit' THEN 'submit-work'
    WHEN 'accept-deposits' THEN 'accept-work'
    WHEN 'decline-deposits' THEN 'decline-work'
    ELSE 'undo-change-set' END
  WHERE action IN ('deposit', 'accept-deposits', 'decline-deposits', 'undo-step');
ALTER TABLE audit_log FORCE ROW LEVEL SECURITY;

-- Renames the task that notifies the subscribers of a scheme.
ALTER TABLE tasks NO FORCE ROW LEVEL SECURITY;
UPDATE tasks SET kind = 'notify-subscribers' WHERE kind = 'tell-subscribers';
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
