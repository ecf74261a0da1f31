-- Lists in the scheme portal of all users of a client, and of its members in all clubs.

-- Users of type `api` have only a first name. `sort_name` and `words` store the result of `folded`, so that a list need
-- not compute it for each user.
ALTER TABLE users DROP CONSTRAINT users_lastname_check;
ALTER TABLE users
  ADD CONSTRAINT users_lastname_check CHECK (length(lastname) BETWEEN 1 AND 50 OR (type = 'api' AND lastname = '')),
  ADD COLUMN postcode text CHECK (length(postcode) BETWEEN 1 AND 20),
  ADD COLUMN sort_name text COLLATE "C" GENERATED ALWAYS AS (folded(ltrim(lastname || ' ' || firstname))) STORED,
  ADD COLUMN words text GENERATED ALWAYS AS (folded(firstname || ' ' || lastname || ' ' || coalesce(email, ''))) STORED;
CREATE INDEX users_by_name ON users (client_id, type, status, sort_name, id);

ALTER TABLE members ADD COLUMN sort_name text COLLATE "C" GENERATED ALWAYS AS (folded(lastname || ' ' || firstname)) STORED;
CREATE INDEX members_by_name ON members (client_id, sort_name, id);
CREATE INDEX members_by_age ON members (client_id, dob, id);
CREATE INDEX club_member_words_client ON club_member_words (client_id, word, member_id);

-- Closes an account: it deletes the names, addresses and all means of logging in; what the user did stays under the id.
-- It runs as the owner, because the application may not change the log.
CREATE FUNCTION anonymise_user(erased uuid) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
BEGIN
  DELETE FROM user_pins p WHERE p.client_id = tenant AND p.user_id = erased;
  DELETE FROM recovery_codes c WHERE c.client_id = tenant AND c.user_id = erased;
  DELETE FROM second_factors f WHERE f.client_id = tenant AND f.user_id = erased;
  DELETE FROM password_links l WHERE l.client_id = tenant AND l.user_id = erased;
  DELETE FROM identities i WHERE i.client_id = tenant AND i.user_id = erased;
  DELETE FROM requests r WHERE r.client_id = tenant AND (r.user_id = erased OR strpos(r.answer::text, erased::text) > 0);
  DELETE FROM mails m WHERE m.client_id = tenant AND m.user_id = erased;
  UPDATE api_tokens t SET revoked_at = coalesce(revoked_at, now()) WHERE t.client_id = tenant AND t.user_id = erased;
  UPDATE audit_log a SET before = NULL, after = NULL
    WHERE a.client_id = tenant AND a.entity = 'user' AND a.entity_id = erased::text AND (a.before IS NOT NULL OR a.after IS NOT NULL);
  UPDATE users u SET status = 'anonymised', firstname = '–', lastname = CASE WHEN type = 'api' THEN '' ELSE '–' END, email = NULL,
      username = NULL, ngo_id = NULL, postcode = NULL, password_hash = NULL, verified = false
    WHERE u.client_id = tenant AND u.id = erased;
END $$;
REVOKE ALL ON FUNCTION anonymise_user(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION anonymise_user(uuid) TO rungs_app;
