-- A killed process is not a failure of the task that it ran. `takes` counts how often a process has taken the task;
-- `abandoned` counts, since the last progress, how often a lease expired without a result.
ALTER TABLE tasks
  ADD COLUMN takes int NOT NULL DEFAULT 0,
  ADD COLUMN abandoned int NOT NULL DEFAULT 0;
