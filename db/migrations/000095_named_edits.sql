-- Authors name a point of a scheme's history, such as "Before the summer review": the state after this batch.
ALTER TABLE scheme_edits ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 80);
-- nothing else of a saved batch ever changes
GRANT UPDATE (name) ON scheme_edits TO rungs_app;
