-- [7.20]: what was learnt at the club stays; its number is free again
ALTER TABLE clubs ADD COLUMN deleted_at timestamptz;
DROP INDEX clubs_ngo_id;
CREATE UNIQUE INDEX clubs_ngo_id ON clubs (client_id, ngo_id) WHERE ngo_id IS NOT NULL AND deleted_at IS NULL;
