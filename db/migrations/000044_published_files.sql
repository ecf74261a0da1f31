-- Files that the newest published revision of a scheme shows: a client that subscribes copies just these.
-- Of a file its hash as it was put is known, so that the same one is copied once.
ALTER TABLE files ADD COLUMN sha256 text;
CREATE INDEX files_hash ON files (client_id, sha256, purpose);
-- a copy was put by nobody of this client
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
  -- what is published is not deleted
  FOREIGN KEY (client_id, file_id) REFERENCES files
);
CREATE INDEX published_files_file ON published_files (client_id, file_id);

ALTER TABLE published_files ENABLE ROW LEVEL SECURITY;
ALTER TABLE published_files FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON published_files
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
-- who may read the revision may read which files it shows
CREATE POLICY shared ON published_files FOR SELECT USING (EXISTS (
  SELECT FROM subscriptions s JOIN subscription_grants g
    ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = (SELECT nullif(current_setting('app.client', true), ''))
    AND s.owner_id = published_files.client_id AND s.owner_scheme_id = published_files.scheme_id
    AND s.ended_at IS NULL AND g.approved));
GRANT SELECT, INSERT, DELETE ON published_files TO rungs_app;
