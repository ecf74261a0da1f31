-- How often names of a client's users have changed. Kept overviews of families show coaches' names and ask for it.
ALTER TABLE clients ADD COLUMN user_names_revision bigint NOT NULL DEFAULT 0;
