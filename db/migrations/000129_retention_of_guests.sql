-- Guests about whom no office has decided are erased 12 months after they were last there, unless a client chooses otherwise.
-- Clients that exist keep them until they choose, because a new version deletes nothing by itself.
ALTER TABLE clients ALTER COLUMN retention SET DEFAULT '{"guests": 12}';
