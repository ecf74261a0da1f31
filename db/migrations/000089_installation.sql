-- Where this database was when somebody last looked, so that a restored, recovered or failed-over one is noticed
-- (`rungs doctor`), and when it was last backed up. It has one row.
CREATE TABLE installation (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  -- of the cluster, and of its history, which branches when a standby or a recovered cluster begins to write
  system_identifier text NOT NULL,
  timeline int NOT NULL,
  last_backup_at timestamptz
);
INSERT INTO installation (system_identifier, timeline)
  SELECT system_identifier::text, ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
  FROM pg_control_system();
GRANT SELECT ON installation TO rungs_app;
