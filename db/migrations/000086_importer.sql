-- The importer's five steps: an upload is kept until its import has run, so that it can be read in another way.
-- how the file was read (contract/flows/member-imports.ts, ImportReading)
ALTER TABLE member_imports ADD COLUMN reading jsonb NOT NULL
  DEFAULT '{"delimiter": ",", "header_row": 1, "sheet": null, "sheets": []}';

-- what somebody said that the texts of a column mean
ALTER TABLE member_imports ADD COLUMN choices jsonb NOT NULL DEFAULT '{}';
-- a column was matched as in an earlier file of the club
ALTER TABLE member_imports ADD COLUMN remembered boolean NOT NULL DEFAULT false;
-- what the headings and texts of a club's imported files held, which is offered for the next file
ALTER TABLE clubs ADD COLUMN import_columns jsonb NOT NULL DEFAULT '{}';
ALTER TABLE clubs ADD COLUMN import_choices jsonb NOT NULL DEFAULT '{}';

CREATE TABLE member_import_files (
  client_id text NOT NULL,
  import_id uuid NOT NULL,
  bytes bytea NOT NULL,
  -- the first rows as they stand in the file
  preview jsonb NOT NULL,
  PRIMARY KEY (client_id, import_id),
  FOREIGN KEY (client_id, import_id) REFERENCES member_imports ON DELETE CASCADE
);
ALTER TABLE member_import_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE member_import_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON member_import_files
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON member_import_files TO rungs_app;

-- An erasure deletes the rows with the child's name. The file they were read from would keep it, so every file goes from
-- which a row was deleted; the import itself goes on without it.
CREATE FUNCTION drop_file_of_erased_row() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM member_import_files f USING (SELECT DISTINCT client_id, import_id FROM erased) e
    WHERE f.client_id = e.client_id AND f.import_id = e.import_id;
  RETURN NULL;
END $$;
CREATE TRIGGER erased_rows AFTER DELETE ON member_import_rows
  REFERENCING OLD TABLE AS erased FOR EACH STATEMENT EXECUTE FUNCTION drop_file_of_erased_row();

-- Levels that children passed elsewhere. Their marks have no group, and name the import or the entry they came with.
ALTER TABLE assessments ALTER COLUMN group_id DROP NOT NULL;
ALTER TABLE assessments ADD COLUMN brought_by uuid;
ALTER TABLE assessments ADD CONSTRAINT assessments_group CHECK (group_id IS NOT NULL OR brought_by IS NOT NULL) NOT VALID;
CREATE INDEX assessments_brought ON assessments (client_id, brought_by) WHERE brought_by IS NOT NULL;
-- no badge or certificate of the club belongs to such a level
ALTER TABLE awards ADD COLUMN brought boolean NOT NULL DEFAULT false;
-- the levels that a row brings: key (slug of the scheme and id of the level) and day, or null
ALTER TABLE member_import_rows ADD COLUMN levels jsonb NOT NULL DEFAULT '[]';
-- levels: the row brings levels of a child who is in the club already, or whom an earlier row enters
ALTER TABLE member_import_rows DROP CONSTRAINT member_import_rows_state_check;
ALTER TABLE member_import_rows ADD CONSTRAINT member_import_rows_state_check
  CHECK (state IN ('ready', 'levels', 'bad', 'same', 'out', 'entered', 'kept')) NOT VALID;
-- what somebody said of a row that looks like a member of the club: it is the same child, or another one
ALTER TABLE member_import_rows ADD COLUMN decision text CHECK (decision IN ('same', 'other'));
-- how many levels an import has brought
ALTER TABLE member_imports ADD COLUMN levels int NOT NULL DEFAULT 0;

-- Deletes imported members when the import is undone, as before; levels that they brought are no work of this club.
CREATE OR REPLACE FUNCTION remove_unused_members(ids uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant text := nullif(current_setting('app.client', true), '');
  unused uuid[] := ARRAY(SELECT m.id FROM members m WHERE m.client_id = tenant AND m.id = ANY(ids)
    AND NOT EXISTS (SELECT FROM assessments a WHERE a.client_id = tenant AND a.member_id = m.id AND a.brought_by IS NULL)
    AND NOT EXISTS (SELECT FROM registers r WHERE r.client_id = tenant AND r.member_id = m.id));
BEGIN
  -- at once; a cascade would go member by member
  DELETE FROM guardians g WHERE g.client_id = tenant AND g.member_id = ANY(unused);
  DELETE FROM club_member_words w WHERE w.client_id = tenant AND w.member_id = ANY(unused);
  DELETE FROM members m WHERE m.client_id = tenant AND m.id = ANY(unused);
END $$;
