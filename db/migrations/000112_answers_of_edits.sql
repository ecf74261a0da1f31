-- A mark and an entry of a register are their own answer to an operation that is delivered again, and their own entry of
-- the audit log. Earlier ones keep their rows in sync_ops and audit_log, and have no hash here.
ALTER TABLE assessments
  -- the first half of the SHA-256 of the operation's payload
  ADD COLUMN payload_hash bytea,
  ADD COLUMN superseded boolean;
ALTER TABLE register_edits
  ADD COLUMN payload_hash bytea,
  ADD COLUMN superseded boolean,
  -- the club that the operation named: a badge's lane belongs to no club
  ADD COLUMN club_id uuid,
  ADD COLUMN log_id bigint,
  ADD COLUMN received_at timestamptz,
  ADD COLUMN acting_as uuid;
ALTER TABLE register_edits
  ALTER COLUMN received_at SET DEFAULT now(),
  ALTER COLUMN acting_as SET DEFAULT nullif(current_setting('app.original', true), '')::uuid;
CREATE INDEX register_edits_log ON register_edits (client_id, log_id) WHERE log_id IS NOT NULL;
CREATE INDEX register_edits_club_log ON register_edits (client_id, club_id, log_id) WHERE log_id IS NOT NULL;

-- the operations that have a final outcome or were rejected
CREATE VIEW delivered_operations WITH (security_invoker = true) AS
  SELECT client_id, op_id, author_id, left(payload_hash, 32) AS payload_hash, outcome FROM sync_ops
  UNION ALL
  SELECT client_id, op_id, author_id, encode(payload_hash, 'hex'), CASE WHEN superseded THEN 'superseded' ELSE 'applied' END
  FROM assessments WHERE payload_hash IS NOT NULL
  UNION ALL
  SELECT client_id, op_id, author_id, encode(payload_hash, 'hex'), CASE WHEN superseded THEN 'superseded' ELSE 'applied' END
  FROM register_edits WHERE payload_hash IS NOT NULL;

-- what coaches enter, as entries of the log; `op` is the operation
CREATE VIEW edit_entries WITH (security_invoker = true) AS
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id, member_id
  FROM mark_entries
  UNION ALL
  SELECT edit.client_id, edit.log_id, edit.received_at, edit.author_id, edit.acting_as, register.kind, 'member',
    register.member_id::text, NULL, jsonb_build_object('op', edit.op_id, 'outcome',
      CASE WHEN edit.superseded THEN 'superseded' ELSE 'applied' END), edit.club_id, register.member_id
  FROM register_edits edit
  JOIN registers register ON register.client_id = edit.client_id AND register.lane = edit.lane
  WHERE edit.log_id IS NOT NULL;
CREATE OR REPLACE VIEW audit_entries WITH (security_invoker = true) AS
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id FROM audit_log
  UNION ALL
  SELECT client_id, id, at, user_id, acting_as, action, entity, entity_id, before, after, club_id FROM edit_entries;
GRANT SELECT ON delivered_operations, edit_entries TO rungs_app;
