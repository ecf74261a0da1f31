-- Register entries, which coaches record besides marks: attendance, badges handed over, moves and notes. A lane has one
-- value, that of its winning edit; `register_edits` keeps every edit.
CREATE TABLE registers (
  client_id text NOT NULL,
  lane text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('attendance', 'badge', 'move', 'note')),
  club_id uuid NOT NULL,
  member_id uuid NOT NULL,
  group_id uuid NOT NULL,
  -- only of attendance
  date date,
  -- only of badges
  scheme_id uuid,
  node_id text,
  -- null until the first edit is applied
  value jsonb,
  author_id uuid NOT NULL,
  ts bigint NOT NULL,
  PRIMARY KEY (client_id, lane),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, member_id) REFERENCES members,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, author_id) REFERENCES users,
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE INDEX registers_group ON registers (client_id, group_id, date);
CREATE INDEX registers_member ON registers (client_id, member_id, kind);

CREATE TABLE register_edits (
  client_id text NOT NULL,
  op_id uuid NOT NULL,
  lane text NOT NULL,
  value jsonb NOT NULL,
  author_id uuid NOT NULL,
  -- when the coach entered it, in unix seconds
  ts bigint NOT NULL,
  stamp_ms bigint NOT NULL,
  stamp_counter int NOT NULL,
  stamp_device uuid NOT NULL,
  stamp_seq bigint NOT NULL,
  clamped boolean NOT NULL,
  outrun boolean NOT NULL,
  PRIMARY KEY (client_id, op_id),
  FOREIGN KEY (client_id, lane) REFERENCES registers,
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE INDEX register_edits_lane ON register_edits (client_id, lane);

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('group', 'member', 'group_member', 'result', 'conflict', 'register'));

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['registers', 'register_edits'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT UPDATE ON registers TO rungs_app;
