-- The groups that an import of members has made, which an undo ends again when nobody else is in them.
ALTER TABLE member_imports ADD COLUMN group_ids uuid[] NOT NULL DEFAULT '{}';
