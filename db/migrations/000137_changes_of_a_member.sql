-- An erasure finds the changes of its member without reading those of the whole client.
CREATE INDEX changes_of_member ON changes (client_id, member_id) WHERE member_id IS NOT NULL;
