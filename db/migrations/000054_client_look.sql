-- The client's own logo over its theme's.
ALTER TABLE clients ADD COLUMN logo_file_id uuid;
ALTER TABLE clients ADD FOREIGN KEY (client_id, logo_file_id) REFERENCES files;

-- Which of the built wordings the client's portals, mails and papers speak [1.6].
ALTER TABLE clients ADD COLUMN wording text NOT NULL DEFAULT 'default' CHECK (wording IN ('default', 'club', 'english'));
