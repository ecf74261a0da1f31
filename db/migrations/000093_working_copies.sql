-- A working copy of a scheme: edits over its live tree that authors make unseen, until they are released at once or
-- dropped. The row stays after that, and says which revision was the release.
CREATE TABLE working_copies (
  client_id text NOT NULL,
  id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  -- the live revision when it was begun
  base_revision int NOT NULL,
  -- its own counter, one more with each batch
  revision int NOT NULL DEFAULT 0,
  begun_by uuid NOT NULL,
  begun_at timestamptz NOT NULL,
  ended_by uuid,
  ended_at timestamptz,
  -- the live revision that the release made; null when it was dropped
  released_revision int,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes,
  FOREIGN KEY (client_id, begun_by) REFERENCES users,
  FOREIGN KEY (client_id, ended_by) REFERENCES users,
  CHECK ((ended_by IS NULL) = (ended_at IS NULL) AND (released_revision IS NULL OR ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX working_copies_open ON working_copies (client_id, scheme_id) WHERE ended_at IS NULL;
CREATE INDEX working_copies_released ON working_copies (client_id, scheme_id, released_revision);

CREATE TABLE working_copy_edits (
  client_id text NOT NULL,
  copy_id uuid NOT NULL,
  revision int NOT NULL,
  -- the live revision over which the batch was made
  live_revision int NOT NULL,
  user_id uuid NOT NULL,
  edits jsonb NOT NULL,
  -- the edits that take the batch back; they say what each field was
  undo jsonb NOT NULL,
  -- as of scheme_edits
  step int NOT NULL,
  forward boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, copy_id, revision),
  FOREIGN KEY (client_id, copy_id) REFERENCES working_copies,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);

ALTER TABLE working_copies ENABLE ROW LEVEL SECURITY;
ALTER TABLE working_copies FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON working_copies
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
ALTER TABLE working_copy_edits ENABLE ROW LEVEL SECURITY;
ALTER TABLE working_copy_edits FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON working_copy_edits
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
-- Only authors see them, as drafts of schemes; the server's own work, which names no user, sees all.
CREATE POLICY drafts ON working_copies AS RESTRICTIVE
  USING ((SELECT coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo')) = 'ngo');
CREATE POLICY drafts ON working_copy_edits AS RESTRICTIVE
  USING ((SELECT coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo')) = 'ngo');
GRANT SELECT, INSERT, UPDATE ON working_copies TO rungs_app;
GRANT SELECT, INSERT, DELETE ON working_copy_edits TO rungs_app;
