-- An erasure finds the changes of its member, and mails that are kept to be read, without reading those of the whole
-- client.
CREATE INDEX changes_of_member ON changes (client_id, member_id) WHERE member_id IS NOT NULL;
CREATE INDEX mails_written ON mails (client_id) WHERE written IS NOT NULL;
