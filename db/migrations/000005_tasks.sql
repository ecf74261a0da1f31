-- Background work in batches, each in one transaction. After a crash a task continues from its last batch.
CREATE TABLE tasks (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- what the task is about; at most one task of a kind and subject is queued
  subject text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'done', 'failed', 'cancelled')),
  due_at timestamptz NOT NULL,
  -- the lease of the process that runs the task; it must be renewed before this time
  leased_until timestamptz,
  tries int NOT NULL DEFAULT 0,
  -- where the next batch begins, and how many items are done
  position jsonb,
  done int NOT NULL DEFAULT 0,
  total int,
  error text,
  by_user uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, by_user) REFERENCES users
);
CREATE UNIQUE INDEX tasks_waiting ON tasks (client_id, kind, subject) WHERE state = 'queued';
CREATE INDEX tasks_due ON tasks (client_id, due_at) WHERE state IN ('queued', 'running');
CREATE INDEX tasks_newest ON tasks (client_id, created_at);

-- The hash of the rules, and the revision, by which all stored progress was last calculated.
ALTER TABLE schemes ADD COLUMN calculated_hash text;
ALTER TABLE schemes ADD COLUMN calculated_revision int NOT NULL DEFAULT 0;

CREATE INDEX member_schemes_scheme ON member_schemes (client_id, scheme_id, member_id);

ALTER TABLE tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tasks
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE ON tasks TO rungs_app;
