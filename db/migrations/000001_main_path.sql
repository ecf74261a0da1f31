-- In every tenant table client_id leads every key and index, and row-level security is forced (security.md 1-4).
-- The application logs in as rungs_app, which owns nothing.

DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'rungs_app') THEN
    CREATE ROLE rungs_app NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS;
  END IF;
END $$;

-- ── Tables that are read before the tenant is known ──
CREATE TABLE hostnames (
  hostname text PRIMARY KEY CHECK (hostname = lower(hostname)),
  client_id text NOT NULL,
  portal text NOT NULL CHECK (portal IN ('parent', 'coach', 'club', 'scheme'))
);
CREATE TABLE signing_keys (
  kid text PRIMARY KEY,
  private_jwk jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- ── Clients and clubs ──
CREATE TABLE clients (
  client_id text PRIMARY KEY CHECK (client_id ~ '^[a-z0-9-]{1,40}$'),
  name text NOT NULL,
  auth_provider text NOT NULL CHECK (auth_provider IN ('local', 'bg', 'coursepro')),
  login text NOT NULL CHECK (login IN ('email', 'username', 'federated', 'course_provider')),
  theme_name text NOT NULL,
  translation_url text NOT NULL,
  features jsonb NOT NULL DEFAULT '{}',
  -- replaced by hand after a backup was restored; devices then load all data anew and send their operations again
  epoch uuid NOT NULL DEFAULT gen_random_uuid()
);
CREATE TABLE client_languages (
  client_id text NOT NULL REFERENCES clients,
  language_id int NOT NULL,
  language text NOT NULL,
  active boolean NOT NULL,
  PRIMARY KEY (client_id, language_id),
  UNIQUE (client_id, language)
);
-- Texts of a client that replace those of the portals, in the nested form of the portals' files of texts.
CREATE TABLE client_translations (
  client_id text NOT NULL REFERENCES clients,
  locale text NOT NULL,
  texts jsonb NOT NULL,
  PRIMARY KEY (client_id, locale)
);
CREATE TABLE clubs (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  name text NOT NULL,
  ngo_id text,
  time_zone text NOT NULL,
  logo text,
  parent_portal boolean NOT NULL DEFAULT true,
  member_types text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (client_id, id)
);
-- The change counter of a club. Its row is locked until commit, so that changes commit in the order of their numbers and
-- no reader skips one that commits late.
CREATE TABLE club_counters (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  rev bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, club_id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);

-- ── Users and members ──
CREATE TABLE users (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('parent', 'coach', 'admin', 'ngo', 'api')),
  email text,
  username text,
  firstname text NOT NULL CHECK (length(firstname) BETWEEN 1 AND 50),
  lastname text NOT NULL CHECK (length(lastname) BETWEEN 1 AND 50),
  ngo_id text,
  password_hash text,
  status text NOT NULL DEFAULT 'current' CHECK (status IN ('current', 'lapsed', 'anonymised', 'unlinked')),
  verified boolean NOT NULL DEFAULT true,
  language_id int,
  last_login timestamptz,
  unsubscribe_operational boolean NOT NULL DEFAULT false,
  award_mail boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX users_email ON users (client_id, type, lower(email)) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX users_username ON users (client_id, type, lower(username)) WHERE username IS NOT NULL;
CREATE TABLE user_clubs (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  club_id uuid NOT NULL,
  from_date date NOT NULL DEFAULT '2000-01-01',
  to_date date,
  PRIMARY KEY (client_id, user_id, club_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);
CREATE TABLE refresh_sessions (
  client_id text NOT NULL,
  id uuid NOT NULL,
  family uuid NOT NULL,
  user_id uuid NOT NULL,
  portal text NOT NULL,
  club_id uuid,
  language_id int NOT NULL,
  expires_at timestamptz NOT NULL,
  rotated_at timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX refresh_sessions_family ON refresh_sessions (client_id, family);
CREATE TABLE login_failures (
  client_id text NOT NULL REFERENCES clients,
  -- a hash of the type of user and the account name, or of the network
  subject text NOT NULL,
  failed int NOT NULL,
  since timestamptz NOT NULL,
  last timestamptz NOT NULL,
  PRIMARY KEY (client_id, subject)
);

CREATE TABLE members (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  firstname text NOT NULL CHECK (length(firstname) BETWEEN 1 AND 50),
  lastname text NOT NULL CHECK (length(lastname) BETWEEN 1 AND 50),
  dob date NOT NULL,
  ngo_id text,
  medical text,
  current_remote_node_id text,
  PRIMARY KEY (client_id, id)
);
CREATE UNIQUE INDEX members_ngo_id ON members (client_id, ngo_id) WHERE ngo_id IS NOT NULL;
CREATE TABLE club_members (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  member_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  member_type text,
  note text,
  note_by uuid,
  note_at timestamptz,
  PRIMARY KEY (client_id, club_id, member_id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, member_id) REFERENCES members
);
CREATE INDEX club_members_member ON club_members (client_id, member_id);
CREATE TABLE guardians (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  position int NOT NULL,
  firstname text NOT NULL,
  lastname text NOT NULL,
  email text,
  PRIMARY KEY (client_id, member_id, position),
  FOREIGN KEY (client_id, member_id) REFERENCES members
);
CREATE TABLE member_links (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  member_id uuid NOT NULL,
  linked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, user_id, member_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users,
  FOREIGN KEY (client_id, member_id) REFERENCES members
);
CREATE INDEX member_links_member ON member_links (client_id, member_id);

-- ── Schemes ──
CREATE TABLE schemes (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  slug text NOT NULL,
  name jsonb NOT NULL,
  type text NOT NULL DEFAULT 'scheme',
  theme text,
  languages text[] NOT NULL CHECK (cardinality(languages) > 0),
  published boolean NOT NULL DEFAULT false,
  deleted_at timestamptz,
  revision int NOT NULL DEFAULT 1,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, slug)
);
CREATE TABLE scheme_nodes (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  id text NOT NULL CHECK (id ~ '^(/[A-Za-z0-9-]+)+$'),
  parent_id text,
  position int NOT NULL,
  t text NOT NULL CHECK (t IN ('l', 'sg', 's')),
  title jsonb NOT NULL,
  grade int CHECK (grade BETWEEN 1 AND 8),
  group_value text,
  completion_ids text[],
  completion_count int,
  completion_type text NOT NULL DEFAULT 'automated' CHECK (completion_type IN ('automated', 'manual')),
  required_ids text[] NOT NULL DEFAULT '{}',
  hidden boolean NOT NULL DEFAULT false,
  skipped boolean NOT NULL DEFAULT false,
  starred boolean NOT NULL DEFAULT false,
  content jsonb NOT NULL DEFAULT '[]',
  videos int[] NOT NULL DEFAULT '{}',
  deleted_at timestamptz,
  PRIMARY KEY (client_id, scheme_id, id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
-- Every pass point that a skill ever had. A mark with another one is refused [R7.2].
CREATE TABLE node_pass_grades (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  pass int NOT NULL,
  PRIMARY KEY (client_id, scheme_id, node_id, pass),
  FOREIGN KEY (client_id, scheme_id, node_id) REFERENCES scheme_nodes
);
CREATE TABLE scheme_grades (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  grade int NOT NULL CHECK (grade BETWEEN 1 AND 8),
  pass int NOT NULL CHECK (pass BETWEEN 0 AND 5),
  PRIMARY KEY (client_id, scheme_id, grade),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE TABLE scheme_sections (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  id int NOT NULL,
  name jsonb NOT NULL,
  type text NOT NULL,
  ordering int NOT NULL,
  PRIMARY KEY (client_id, scheme_id, id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE TABLE scheme_videos (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  id int NOT NULL,
  name text NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (client_id, scheme_id, id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- ── Groups ──
CREATE TABLE groups (
  client_id text NOT NULL,
  id uuid NOT NULL,
  club_id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  ngo_id text,
  scheme_id uuid,
  levels text[] NOT NULL DEFAULT '{}',
  assessment_levels text[] NOT NULL DEFAULT '{}',
  assessment_level_limit boolean NOT NULL DEFAULT false,
  is_slot boolean NOT NULL DEFAULT false,
  start_at time,
  duration_minutes int NOT NULL DEFAULT 30,
  weekdays int[] NOT NULL,
  first_date date NOT NULL,
  last_date date,
  place text,
  max_size int,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs,
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE INDEX groups_club ON groups (client_id, club_id);
CREATE TABLE group_coaches (
  client_id text NOT NULL,
  group_id uuid NOT NULL,
  user_id uuid NOT NULL,
  from_date date NOT NULL,
  to_date date,
  PRIMARY KEY (client_id, group_id, user_id, from_date),
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX group_coaches_user ON group_coaches (client_id, user_id);
CREATE TABLE group_members (
  client_id text NOT NULL,
  group_id uuid NOT NULL,
  member_id uuid NOT NULL,
  from_date date NOT NULL,
  to_date date,
  PRIMARY KEY (client_id, group_id, member_id, from_date),
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, member_id) REFERENCES members
);
CREATE INDEX group_members_member ON group_members (client_id, member_id);

-- ── Assessments, results and progress ──
-- One row for each member and scheme with a mark. Writers lock it, and it holds the revision of the scheme by which the
-- progress was evaluated.
CREATE TABLE member_schemes (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  revision int NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, member_id, scheme_id),
  FOREIGN KEY (client_id, member_id) REFERENCES members,
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE TABLE sync_ops (
  client_id text NOT NULL,
  op_id uuid NOT NULL,
  author_id uuid NOT NULL,
  payload_hash text NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('applied', 'superseded', 'rejected')),
  code text,
  received_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (client_id, op_id),
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE TABLE assessments (
  client_id text NOT NULL,
  op_id uuid NOT NULL,
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  grade smallint NOT NULL,
  pass smallint NOT NULL,
  ts bigint NOT NULL,
  date date NOT NULL,
  entered_ts bigint NOT NULL,
  club_id uuid NOT NULL,
  group_id uuid NOT NULL,
  author_id uuid NOT NULL,
  stamp_ms bigint NOT NULL,
  stamp_counter int NOT NULL,
  stamp_device uuid NOT NULL,
  stamp_seq bigint NOT NULL,
  -- the stamp was in the future and was replaced by the server's time
  clamped boolean NOT NULL DEFAULT false,
  -- a later edit of the same device was accepted before this one, so this one never counts
  outrun boolean NOT NULL DEFAULT false,
  PRIMARY KEY (client_id, op_id),
  FOREIGN KEY (client_id, member_id, scheme_id) REFERENCES member_schemes,
  FOREIGN KEY (client_id, group_id) REFERENCES groups,
  FOREIGN KEY (client_id, author_id) REFERENCES users
);
CREATE INDEX assessments_lane ON assessments (client_id, member_id, scheme_id, node_id);
CREATE TABLE results (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  grade smallint NOT NULL,
  pass smallint NOT NULL,
  ts bigint NOT NULL,
  since bigint,
  author_id uuid NOT NULL,
  stamp_ms bigint NOT NULL,
  stamp_counter int NOT NULL,
  stamp_device uuid NOT NULL,
  stamp_seq bigint NOT NULL,
  PRIMARY KEY (client_id, member_id, scheme_id, node_id),
  FOREIGN KEY (client_id, member_id, scheme_id) REFERENCES member_schemes
);
CREATE TABLE progress (
  client_id text NOT NULL,
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('available', 'started', 'completed', 'passed')),
  percent smallint NOT NULL,
  forced boolean NOT NULL,
  completed_ts bigint,
  PRIMARY KEY (client_id, member_id, scheme_id, node_id),
  FOREIGN KEY (client_id, member_id, scheme_id) REFERENCES member_schemes
);
-- A passed level. Ended awards stay, with the reason why they ended.
CREATE TABLE awards (
  client_id text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  member_id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  completed_ts bigint NOT NULL,
  forced boolean NOT NULL,
  title jsonb NOT NULL,
  given_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  ended_why text,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, member_id, scheme_id) REFERENCES member_schemes
);
CREATE UNIQUE INDEX awards_now ON awards (client_id, member_id, scheme_id, node_id) WHERE ended_at IS NULL;

-- The change counter of the last change of each row that devices hold, by club. A pull finds the rows to send in this
-- table alone.
CREATE TABLE changes (
  client_id text NOT NULL,
  club_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('group', 'member', 'group_member', 'result')),
  key text NOT NULL,
  rev bigint NOT NULL,
  PRIMARY KEY (client_id, club_id, kind, key),
  FOREIGN KEY (client_id, club_id) REFERENCES clubs
);
CREATE INDEX changes_rev ON changes (client_id, club_id, rev, kind, key);

CREATE TABLE audit_log (
  client_id text NOT NULL REFERENCES clients,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  user_id uuid,
  -- in a session of a switched user, the user who had logged in
  acting_as uuid,
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  before jsonb,
  after jsonb,
  PRIMARY KEY (client_id, id)
);

-- ── Row-level security and rights ──
DO $$
DECLARE t text;
BEGIN
  FOR t IN SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'client_id'
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'hostnames'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    -- a scalar sub-select, so that the planner evaluates it once and uses the indexes
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
REVOKE UPDATE ON audit_log, assessments, node_pass_grades FROM rungs_app;
GRANT DELETE ON progress, member_links, login_failures, scheme_nodes, scheme_grades, scheme_sections, scheme_videos, client_languages TO rungs_app;
GRANT SELECT ON hostnames, signing_keys TO rungs_app;
GRANT USAGE ON SCHEMA public TO rungs_app;
