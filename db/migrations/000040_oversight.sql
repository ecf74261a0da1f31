-- Oversight in the scheme portal: the history of tasks, and the log by user and club.

CREATE TABLE task_events (
  client_id text NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  task_id uuid NOT NULL,
  at timestamptz NOT NULL,
  event text NOT NULL CHECK (event IN ('begun', 'again', 'failed', 'done', 'cancelled', 'retried')),
  -- the reason why a try failed
  detail text,
  by_user uuid,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, task_id) REFERENCES tasks,
  FOREIGN KEY (client_id, by_user) REFERENCES users
);
CREATE INDEX task_events_task ON task_events (client_id, task_id, id);
ALTER TABLE task_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE task_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON task_events
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT ON task_events TO rungs_app;
CREATE INDEX tasks_state ON tasks (client_id, state, created_at);

-- The club of the session that wrote the entry. The default takes it from the transaction, so that no writer can forget
-- it.
ALTER TABLE audit_log ADD COLUMN club_id uuid;
ALTER TABLE audit_log ALTER COLUMN club_id SET DEFAULT nullif(current_setting('app.club', true), '')::uuid;
CREATE INDEX audit_log_user ON audit_log (client_id, user_id, id);
CREATE INDEX audit_log_club ON audit_log (client_id, club_id, id);
CREATE INDEX audit_log_at ON audit_log (client_id, at);

-- for mails that could not be delivered
CREATE INDEX mails_failed ON mails (client_id, ended_at) WHERE state = 'failed';
-- for nodes with a translation that is older than its source text
CREATE INDEX scheme_nodes_stale ON scheme_nodes (client_id, scheme_id) WHERE pins <> '{}' AND deleted_at IS NULL;
