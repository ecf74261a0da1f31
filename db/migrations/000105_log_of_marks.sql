-- The log entry of a mark is derived from the mark itself. Earlier marks keep their rows in audit_log and have no log_id.
ALTER TABLE assessments
  ADD COLUMN log_id bigint,
  ADD COLUMN received_at timestamptz,
  ADD COLUMN acting_as uuid;
ALTER TABLE assessments
  ALTER COLUMN received_at SET DEFAULT now(),
  ALTER COLUMN acting_as SET DEFAULT nullif(current_setting('app.original', true), '')::uuid;
-- a mark takes its number from the log, so that all entries have one order
GRANT USAGE ON SEQUENCE audit_log_id_seq TO rungs_app;
CREATE INDEX assessments_log ON assessments (client_id, log_id) WHERE log_id IS NOT NULL;
CREATE INDEX assessments_club_log ON assessments (client_id, club_id, log_id) WHERE log_id IS NOT NULL;

-- the marks as entries of the log, and the whole log
CREATE VIEW mark_entries WITH (security_invoker = true) AS
  SELECT client_id, log_id AS id, received_at AS at, author_id AS user_id, acting_as, 'mark' AS action, 'member' AS entity,
    member_id::text AS entity_id, NULL::jsonb AS before, jsonb_build_object('op', op_id) AS after, club_id, member_id
  FROM assessments WHERE log_id IS NOT NULL;
CREATE VIEW audit_entries WITH (security_invoker = true) AS
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id FROM audit_log
  UNION ALL
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id FROM mark_entries;
GRANT SELECT ON mark_entries, audit_entries TO rungs_app;
