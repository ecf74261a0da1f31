-- Imports of members into a club from a file. The cells are deleted once the members are imported, and after a week at
-- the latest.
CREATE TABLE member_imports (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  user_id uuid NOT NULL,
  file_name text NOT NULL CHECK (length(file_name) BETWEEN 1 AND 200),
  encoding text NOT NULL CHECK (encoding IN ('utf-8', 'utf-16', 'windows-1252')),
  state text NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'waiting', 'done', 'undone')),
  header jsonb NOT NULL,
  -- the member's field for each column
  columns jsonb NOT NULL,
  row_count int NOT NULL,
  -- how many members a running import has created; written by another transaction, so that it can be read meanwhile
  entered int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  undone_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX member_imports_club ON member_imports (client_id, club_id, created_at);
CREATE TABLE member_import_rows (
  client_id text NOT NULL,
  import_id uuid NOT NULL,
  -- the number of the row as in a spreadsheet; the header is row 1
  row int NOT NULL,
  cells jsonb NOT NULL,
  -- same: the club has the member with the same data; out: left out by the user; kept: not removed by undoing the import
  state text NOT NULL DEFAULT 'ready' CHECK (state IN ('ready', 'bad', 'same', 'out', 'entered', 'kept')),
  problems jsonb NOT NULL DEFAULT '[]',
  member_id uuid,
  PRIMARY KEY (client_id, import_id, row),
  FOREIGN KEY (client_id, import_id) REFERENCES member_imports ON DELETE CASCADE,
  FOREIGN KEY (client_id, member_id) REFERENCES members ON DELETE CASCADE
);
CREATE INDEX member_import_rows_member ON member_import_rows (client_id, member_id);
CREATE INDEX member_import_rows_state ON member_import_rows (client_id, import_id, state, row);

-- for the log entries of one member or other entity
CREATE INDEX audit_log_entity ON audit_log (client_id, entity, entity_id, id);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['member_imports', 'member_import_rows'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rungs_app', t);
  END LOOP;
END $$;

-- Deletes imported members when the import is undone. It runs as the owner, because the application may not delete
-- members, so it checks itself that they have no history.
CREATE FUNCTION remove_unused_members(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  unused uuid[] := ARRAY(SELECT m.id FROM members m WHERE m.client_id = tenant AND m.id = ANY(ids)
    AND NOT EXISTS (SELECT FROM assessments a WHERE a.client_id = tenant AND a.member_id = m.id)
    AND NOT EXISTS (SELECT FROM registers r WHERE r.client_id = tenant AND r.member_id = m.id));
BEGIN
  -- at once; a cascade would go member by member
  DELETE FROM guardians g WHERE g.client_id = tenant AND g.member_id = ANY(unused);
  DELETE FROM club_member_words w WHERE w.client_id = tenant AND w.member_id = ANY(unused);
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = ANY(unused);
END $$;
REVOKE ALL ON FUNCTION remove_unused_members(uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_unused_members(uuid[]) TO rungs_app;
