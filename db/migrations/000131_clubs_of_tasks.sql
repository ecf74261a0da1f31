-- The club that a task is for, so that the list of tasks names it after the club's own record of the task has gone.
ALTER TABLE tasks ADD COLUMN club_id uuid;
ALTER TABLE tasks ADD FOREIGN KEY (client_id, club_id) REFERENCES clubs;
ALTER TABLE tasks NO FORCE ROW LEVEL SECURITY;
ALTER TABLE club_tasks NO FORCE ROW LEVEL SECURITY;
UPDATE tasks SET club_id = club_tasks.club_id FROM club_tasks
  WHERE tasks.kind = 'club-task' AND club_tasks.client_id = tasks.client_id AND club_tasks.id::text = tasks.subject;
ALTER TABLE club_tasks FORCE ROW LEVEL SECURITY;
ALTER TABLE tasks FORCE ROW LEVEL SECURITY;
