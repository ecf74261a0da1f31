-- The list of a club's members, sorted by name or age and searched by words, and further fields of a member.

-- The form in which words are compared: lower case, without accents, apostrophes and full stops. Searches and stored words
-- are both converted, so letters of other alphabets may stay as they are. In the locale C, which the embedded database has,
-- `lower` alone converts only ASCII letters.
CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(
    lower(regexp_replace(normalize(words, NFD), '[\u0300-\u036f''’‘`.]', '', 'g')),
    'ŁØĐÐÞÆŒłøđðþæœßАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ',
    'loddtaoloddtaosабвгдежзиклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω')
$$;

CREATE FUNCTION folded_words(words text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT w FROM regexp_split_to_table(folded(words), '[\s,_:;/()-]+') w WHERE w <> ''
$$;

ALTER TABLE members ADD COLUMN phones text[] NOT NULL DEFAULT '{}';
ALTER TABLE club_members
  ADD COLUMN category text CHECK (category IN ('early-start', 'explore-the-options', 'pre-school')),
  -- ability groups
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}',
  -- copies of the member's fields, so that a page of the list is read from one index
  ADD COLUMN sort_name text COLLATE "C",
  ADD COLUMN dob date;

-- The words by which a member of a club is found: names, membership number and guardians. Searches compare ranges of
-- words, because under row-level security LIKE cannot use the index.
CREATE TABLE club_member_words (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  word text COLLATE "C" NOT NULL,
  member_id uuid NOT NULL,
  PRIMARY KEY (client_id, club_id, word, member_id),
  FOREIGN KEY (client_id, club_id, member_id) REFERENCES club_members
);
CREATE INDEX club_member_words_member ON club_member_words (client_id, member_id);

CREATE FUNCTION index_club_members(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  UPDATE club_members cm SET sort_name = folded(m.lastname || ' ' || m.firstname), dob = m.dob
    FROM members m WHERE m.client_id = cm.client_id AND m.id = cm.member_id AND cm.member_id = ANY(ids)
      AND (cm.sort_name, cm.dob) IS DISTINCT FROM (folded(m.lastname || ' ' || m.firstname), m.dob);
  DELETE FROM club_member_words WHERE member_id = ANY(ids);
  INSERT INTO club_member_words (client_id, club_id, word, member_id)
    SELECT DISTINCT cm.client_id, cm.club_id, left(w, 100), cm.member_id
    FROM club_members cm JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
    CROSS JOIN LATERAL folded_words(concat_ws(' ', m.firstname, m.lastname, m.ngo_id,
      (SELECT string_agg(concat_ws(' ', g.firstname, g.lastname, g.email), ' ') FROM guardians g
       WHERE g.client_id = m.client_id AND g.member_id = m.id))) w
    WHERE cm.member_id = ANY(ids);
$$;

CREATE FUNCTION index_club_members_entered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_club_members(ARRAY(SELECT DISTINCT member_id FROM entered));
  RETURN NULL;
END $$;
CREATE FUNCTION index_club_members_renamed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM index_club_members(ARRAY(SELECT n.id FROM renamed n JOIN named o ON o.client_id = n.client_id AND o.id = n.id
    WHERE (o.firstname, o.lastname, o.dob, o.ngo_id) IS DISTINCT FROM (n.firstname, n.lastname, n.dob, n.ngo_id)));
  RETURN NULL;
END $$;
CREATE TRIGGER club_members_entered AFTER INSERT ON club_members REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION index_club_members_entered();
CREATE TRIGGER members_renamed AFTER UPDATE ON members REFERENCING OLD TABLE AS named NEW TABLE AS renamed
  FOR EACH STATEMENT EXECUTE FUNCTION index_club_members_renamed();
CREATE TRIGGER guardians_entered AFTER INSERT ON guardians REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION index_club_members_entered();
CREATE TRIGGER guardians_changed AFTER UPDATE ON guardians REFERENCING NEW TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION index_club_members_entered();
CREATE TRIGGER guardians_gone AFTER DELETE ON guardians REFERENCING OLD TABLE AS entered
  FOR EACH STATEMENT EXECUTE FUNCTION index_club_members_entered();

CREATE INDEX club_members_by_name ON club_members (client_id, club_id, status, sort_name, member_id) INCLUDE (dob, category);
CREATE INDEX club_members_by_age ON club_members (client_id, club_id, status, dob, member_id) INCLUDE (category);
-- for the members who have begun a level or wait for a manual pass
CREATE INDEX progress_open ON progress (client_id, scheme_id, node_id, member_id) WHERE state IN ('started', 'completed');

ALTER TABLE club_member_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE club_member_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON club_member_words
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, DELETE ON club_member_words TO rungs_app;
GRANT DELETE ON guardians, group_coaches TO rungs_app;

-- Indexes the present rows. Forced row-level security would hide them from an owner that is no superuser.
ALTER TABLE members NO FORCE ROW LEVEL SECURITY;
ALTER TABLE club_members NO FORCE ROW LEVEL SECURITY;
ALTER TABLE club_member_words NO FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians NO FORCE ROW LEVEL SECURITY;
SELECT index_club_members(ARRAY(SELECT DISTINCT member_id FROM club_members));
ALTER TABLE members FORCE ROW LEVEL SECURITY;
ALTER TABLE club_members FORCE ROW LEVEL SECURITY;
ALTER TABLE club_member_words FORCE ROW LEVEL SECURITY;
ALTER TABLE guardians FORCE ROW LEVEL SECURITY;
