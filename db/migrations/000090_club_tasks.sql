-- Work of a club's administrators that takes longer than a request. Each has a task (tasks.kind = 'club-task') with its
-- id as subject.
CREATE TABLE club_tasks (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('members', 'invites', 'undo', 'term-board')),
  -- what to do, as it was requested; null once it has ended, because a filter may hold a name
  request jsonb,
  -- how many members or mails are done; written by another transaction, so that it can be read meanwhile
  done int NOT NULL DEFAULT 0,
  total int NOT NULL,
  -- what came of it, without names (contract/tenants/club-tasks.ts)
  result jsonb,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX club_tasks_of_user ON club_tasks (client_id, club_id, user_id, created_at);
ALTER TABLE club_tasks ENABLE ROW LEVEL SECURITY;
ALTER TABLE club_tasks FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON club_tasks
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON club_tasks TO rungs_app;
