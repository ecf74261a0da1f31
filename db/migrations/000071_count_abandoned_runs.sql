-- A runner that is gone is no failure of its task. `takes` tells one runner's turn from the next; `abandoned` counts
-- turns that ended without a word since the task last made progress.
ALTER TABLE tasks
  ADD COLUMN takes int NOT NULL DEFAULT 0,
  ADD COLUMN abandoned int NOT NULL DEFAULT 0;
