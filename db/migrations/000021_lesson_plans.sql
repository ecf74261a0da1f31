-- Lesson plans [3.18] of a coach, who can share them with colleagues and attach them to groups. The device chooses the
-- id, so that a plan can be created and used without network.
CREATE TABLE lesson_plans (
  client_id text NOT NULL,
  id uuid NOT NULL,
  owner_id uuid NOT NULL,
  -- these are null until the first edit is applied
  scheme_id uuid,
  title text,
  sections jsonb,
  reminder text,
  -- grows with every edit; 0 in a row that was created only for edits to lock
  revision int NOT NULL DEFAULT 0,
  -- the chain of edits, each made on top of the one before by one device, that wrote last, and the number that the device
  -- gave to its last edit
  chain uuid,
  chain_seq bigint,
  -- the plan of which this is a copy, because its edit did not know of a newer edit of that plan
  copy_of uuid,
  deleted boolean NOT NULL DEFAULT false,
  -- when the last edit was entered, in unix seconds
  ts bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, owner_id) REFERENCES users,
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes,
  CHECK (revision = 0 OR (scheme_id IS NOT NULL AND title IS NOT NULL AND sections IS NOT NULL AND chain IS NOT NULL))
);
CREATE INDEX lesson_plans_owner ON lesson_plans (client_id, owner_id);

-- The coaches who may read a plan [4.31]. The row of a withdrawn share stays, so that the coach's devices remove the plan.
CREATE TABLE lesson_plan_shares (
  client_id text NOT NULL,
  plan_id uuid NOT NULL,
  user_id uuid NOT NULL,
  shared boolean NOT NULL,
  ts bigint NOT NULL,
  PRIMARY KEY (client_id, plan_id, user_id),
  FOREIGN KEY (client_id, plan_id) REFERENCES lesson_plans,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX lesson_plan_shares_user ON lesson_plan_shares (client_id, user_id);

-- Session plan groups: the lesson plans that are attached to a group.
CREATE TABLE lesson_plan_groups (
  client_id text NOT NULL,
  group_id uuid NOT NULL,
  plan_id uuid NOT NULL,
  attached boolean NOT NULL,
  ts bigint NOT NULL,
  author_id uuid NOT NULL,
  PRIMARY KEY (client_id, group_id, plan_id),
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, plan_id) REFERENCES lesson_plans,
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE INDEX lesson_plan_groups_plan ON lesson_plan_groups (client_id, plan_id);

-- The result of each operation: for the text of a plan only the revision that it made, for others the value.
CREATE TABLE lesson_plan_edits (
  client_id text NOT NULL,
  op_id uuid NOT NULL,
  lane text NOT NULL,
  -- the plan that was written: the one that was edited, or its copy
  plan_id uuid NOT NULL,
  -- only of a plan's text
  revision int,
  -- only of shares and attachments to groups
  value jsonb,
  author_id uuid NOT NULL,
  ts bigint NOT NULL,
  stamp_ms bigint NOT NULL,
  stamp_counter int NOT NULL,
  stamp_device uuid NOT NULL,
  stamp_seq bigint NOT NULL,
  clamped boolean NOT NULL,
  outrun boolean NOT NULL,
  PRIMARY KEY (client_id, op_id),
  FOREIGN KEY (client_id, plan_id) REFERENCES lesson_plans,
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE INDEX lesson_plan_edits_lane ON lesson_plan_edits (client_id, lane);

ALTER TABLE changes DROP CONSTRAINT changes_kind_check;
ALTER TABLE changes ADD CONSTRAINT changes_kind_check
  CHECK (kind IN ('group', 'member', 'group_member', 'result', 'conflict', 'register', 'erasure', 'plan', 'plan_group'));

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['lesson_plans', 'lesson_plan_shares', 'lesson_plan_groups', 'lesson_plan_edits'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT UPDATE ON lesson_plans, lesson_plan_shares, lesson_plan_groups TO rungs_app;
