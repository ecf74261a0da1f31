-- Files. Their bytes are in the file storage, under the same id. A file with a row in `file_uses` cannot be deleted.
CREATE TABLE files (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  purpose text NOT NULL,
  filename text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL,
  width int,
  height int,
  -- the widths of the smaller copies of a picture, ascending
  variants int[] NOT NULL DEFAULT '{}',
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, created_by) REFERENCES users
);
CREATE INDEX files_age ON files (client_id, created_at);
CREATE TABLE file_uses (
  client_id text NOT NULL,
  file_id uuid NOT NULL,
  kind text NOT NULL,
  key text NOT NULL,
  PRIMARY KEY (client_id, file_id, kind, key),
  FOREIGN KEY (client_id, file_id) REFERENCES files
);
CREATE INDEX file_uses_of ON file_uses (client_id, kind, key);

-- Documents for clubs to read and confirm [3.17]. `version` is the newest one, which counts.
CREATE TABLE documents (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  folder text NOT NULL CHECK (folder IN ('document-policy', 'document-additional')),
  description text NOT NULL,
  version int NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX documents_list ON documents (client_id, folder, description) WHERE deleted_at IS NULL;
CREATE TABLE document_versions (
  client_id text NOT NULL,
  document_id uuid NOT NULL,
  version int NOT NULL,
  file_id uuid NOT NULL,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, document_id, version),
  FOREIGN KEY (client_id, document_id) REFERENCES documents,
  FOREIGN KEY (client_id, file_id) REFERENCES files,
  FOREIGN KEY (client_id, created_by) REFERENCES users
);
CREATE INDEX document_versions_file ON document_versions (client_id, file_id);
CREATE TABLE document_clubs (
  client_id text NOT NULL,
  document_id uuid NOT NULL,
  club_id uuid NOT NULL,
  PRIMARY KEY (client_id, document_id, club_id),
  FOREIGN KEY (client_id, document_id) REFERENCES documents,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);
CREATE INDEX document_clubs_club ON document_clubs (client_id, club_id);
-- Confirmations of users, for a club, that they have read a version of a document.
CREATE TABLE document_reads (
  client_id text NOT NULL,
  document_id uuid NOT NULL,
  version int NOT NULL,
  club_id uuid NOT NULL,
  user_id uuid NOT NULL,
  read_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, document_id, version, club_id, user_id),
  FOREIGN KEY (client_id, document_id, version) REFERENCES document_versions,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);

-- Notifications [3.19]. Coaches and administrators of the named clubs, or of all (`global`), see one from its start date
-- to its end date, both included.
CREATE TABLE notifications (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  heading text NOT NULL,
  description text NOT NULL,
  start_date date NOT NULL,
  end_date date NOT NULL CHECK (end_date >= start_date),
  global boolean NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX notifications_dates ON notifications (client_id, end_date) WHERE deleted_at IS NULL;
CREATE TABLE notification_clubs (
  client_id text NOT NULL,
  notification_id uuid NOT NULL,
  club_id uuid NOT NULL,
  PRIMARY KEY (client_id, notification_id, club_id),
  FOREIGN KEY (client_id, notification_id) REFERENCES notifications,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);

-- The logo of a club is a stored file. A club may use only some of its client's languages.
ALTER TABLE clubs DROP COLUMN logo;
ALTER TABLE clubs ADD COLUMN logo_file_id uuid, ADD COLUMN language_ids int[];
ALTER TABLE clubs ADD FOREIGN KEY (client_id, logo_file_id) REFERENCES files;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['files', 'file_uses', 'documents', 'document_versions', 'document_clubs', 'document_reads',
    'notifications', 'notification_clubs'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rungs_app', t);
  END LOOP;
END $$;
