-- The client's own logo, which replaces that of its theme.
ALTER TABLE clients ADD COLUMN logo_file_id uuid;
ALTER TABLE clients ADD FOREIGN KEY (client_id, logo_file_id) REFERENCES files;

-- Which of the built-in wordings the client's portals, mails and printed pages use [1.6].
ALTER TABLE clients ADD COLUMN wording text NOT NULL DEFAULT 'default' CHECK (wording IN ('default', 'club', 'english'));
