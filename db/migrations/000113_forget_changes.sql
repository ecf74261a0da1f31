-- What no device can need any more is deleted: answers to operations, and changes that say that something is gone.
ALTER TABLE club_counters
  -- a device whose cursor is below this loads everything anew
  ADD COLUMN oldest_cursor bigint NOT NULL DEFAULT 0;
CREATE INDEX sync_ops_received ON sync_ops (client_id, received_at);
GRANT DELETE ON sync_ops, changes TO rungs_app;
