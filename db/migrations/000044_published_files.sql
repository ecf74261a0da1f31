-- The files that the newest published revision of a scheme shows; subscribers copy these. The hash of a file as it was
-- uploaded shows which ones a subscriber has already, so that each is copied once.
ALTER TABLE files ADD COLUMN sha256 text;
CREATE INDEX files_hash ON files (client_id, sha256, purpose);
-- no user of this client has uploaded a copied file
ALTER TABLE files ALTER COLUMN created_by DROP NOT NULL;

CREATE TABLE published_files (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  file_id uuid NOT NULL,
  purpose text NOT NULL,
  filename text NOT NULL,
  media_type text NOT NULL,
  bytes bigint NOT NULL,
  width int,
  height int,
  variants int[] NOT NULL,
  sha256 text,
  PRIMARY KEY (client_id, scheme_id, file_id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes,
  -- a published file cannot be deleted
  FOREIGN KEY (client_id, file_id) REFERENCES files
);
CREATE INDEX published_files_file ON published_files (client_id, file_id);

ALTER TABLE published_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE published_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON published_files
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
-- readable by the same clients as the scheme's published revisions
CREATE POLICY shared ON published_files FOR SELECT USING (EXISTS (
  SELECT FROM subscriptions s JOIN subscription_grants g
    ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = (SELECT nullif(current_setting('app.client', true), ''))
    AND s.owner_id = published_files.client_id AND s.owner_scheme_id = published_files.scheme_id
    AND s.ended_at IS NULL AND g.approved));
GRANT SELECT, INSERT, DELETE ON published_files TO rungs_app;
