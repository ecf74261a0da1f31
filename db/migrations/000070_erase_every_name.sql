-- Former names of members, so that erasing also finds a member in imports that have not run yet by one of these.
CREATE TABLE member_names (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  firstname text NOT NULL,
  lastname text NOT NULL,
  PRIMARY KEY (client_id, member_id, firstname, lastname),
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
ALTER TABLE member_names ENABLE ROW LEVEL SECURITY;
ALTER TABLE member_names FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON member_names
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON member_names TO rungs_app;

CREATE FUNCTION keep_member_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO member_names (client_id, member_id, firstname, lastname) VALUES (OLD.client_id, OLD.id, OLD.firstname, OLD.lastname)
    ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER members_keep_name AFTER UPDATE OF firstname, lastname ON members
  FOR EACH ROW WHEN (OLD.firstname <> NEW.firstname OR OLD.lastname <> NEW.lastname) EXECUTE FUNCTION keep_member_name();

-- The name of an imported file may contain a child's name, so imports are renamed after the day on which they began.
UPDATE member_imports i SET file_name = 'members-' || to_char(i.created_at AT TIME ZONE c.time_zone, 'YYYY-MM-DD') || '.csv'
  FROM clubs c WHERE c.client_id = i.client_id AND c.id = i.club_id;

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
  DELETE FROM deposits d WHERE d.client_id = tenant AND strpos(d.operation ->> 'lane', erased::text) > 0;
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
