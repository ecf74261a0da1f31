-- Erases a member also from the rows of imports that have not run yet.
CREATE OR REPLACE FUNCTION erase_member(erased uuid) RETURNS TABLE (club_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
BEGIN
  -- every club whose devices may hold the member; what they held is replaced by the tombstone
  RETURN QUERY
    WITH gone AS (DELETE FROM changes c WHERE c.client_id = tenant AND c.member_id = erased RETURNING c.club_id)
    SELECT g.club_id FROM gone g UNION SELECT cm.club_id FROM club_members cm WHERE cm.client_id = tenant AND cm.member_id = erased;
  -- a row of a file that was never entered has no id of a member, only the names
  DELETE FROM member_import_rows r USING members m WHERE r.client_id = tenant AND m.client_id = tenant AND m.id = erased
    AND r.member_id IS NULL AND strpos(folded(r.cells::text), folded(m.firstname)) > 0 AND strpos(folded(r.cells::text), folded(m.lastname)) > 0;
  DELETE FROM deposits d WHERE d.client_id = tenant AND strpos(d.operation ->> 'lane', erased::text) > 0;
  DELETE FROM requests r WHERE r.client_id = tenant AND strpos(r.answer::text, erased::text) > 0;
  UPDATE mails m SET written = NULL WHERE m.client_id = tenant AND m.written IS NOT NULL AND (strpos(m.data::text, erased::text) > 0
    OR m.user_id IN (SELECT l.user_id FROM member_links l WHERE l.client_id = tenant AND l.member_id = erased
      UNION SELECT i.user_id FROM invited_links i WHERE i.client_id = tenant AND i.member_id = erased));
  UPDATE audit_log a SET before = NULL, after = NULL
    WHERE a.client_id = tenant AND a.entity = 'member' AND a.entity_id = erased::text AND (a.before IS NOT NULL OR a.after IS NOT NULL);
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = erased;
END $$;
