-- Deleted clubs [7.20] keep their rows, because the progress made there stays. Their number can be used again.
ALTER TABLE clubs ADD COLUMN deleted_at timestamptz;
DROP INDEX clubs_ngo_id;
CREATE UNIQUE INDEX clubs_ngo_id ON clubs (client_id, ngo_id) WHERE ngo_id IS NOT NULL AND deleted_at IS NULL;
