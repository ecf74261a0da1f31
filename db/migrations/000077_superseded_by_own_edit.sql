-- Renames to plain terms. In these rows a later edit of the same device was accepted before this one arrived, so this one
-- never counts.
ALTER TABLE assessments RENAME COLUMN outrun TO superseded_by_own_edit;
ALTER TABLE register_edits RENAME COLUMN outrun TO superseded_by_own_edit;
ALTER TABLE lesson_plan_edits RENAME COLUMN outrun TO superseded_by_own_edit;
