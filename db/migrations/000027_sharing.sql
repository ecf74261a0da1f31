-- Schemes that cross clients. Each table is written by the client it belongs to alone; what somebody else may read of it
-- stands in a second policy, `shared`, for reading only.

-- A scheme that follows another client's, and the published revision it has come to.
ALTER TABLE schemes ADD COLUMN origin_client_id text;
ALTER TABLE schemes ADD COLUMN origin_scheme_id uuid;
ALTER TABLE schemes ADD COLUMN origin_languages text[];
ALTER TABLE schemes ADD COLUMN followed int;
-- The last revision that was made otherwise than by authors' steps: pages from before it load the tree anew.
ALTER TABLE schemes ADD COLUMN relinked_revision int NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX schemes_origin ON schemes (client_id, origin_client_id, origin_scheme_id) WHERE origin_client_id IS NOT NULL;

-- A linked node: of which scheme of the client it is a copy, and of which node there.
ALTER TABLE scheme_nodes ADD COLUMN origin_scheme_id uuid;
ALTER TABLE scheme_nodes ADD COLUMN origin_node_id text;
ALTER TABLE scheme_nodes ADD COLUMN origin_root text;
ALTER TABLE scheme_nodes ADD COLUMN origin_languages text[];
-- Translations older than their source (domain/translation.ts).
ALTER TABLE scheme_nodes ADD COLUMN pins jsonb NOT NULL DEFAULT '{}';

-- A node that was linked with all below it, and what its author said of its updates.
CREATE TABLE mirrors (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  origin_scheme_id uuid NOT NULL,
  origin_node_id text NOT NULL,
  frozen boolean NOT NULL DEFAULT false,
  -- fingerprint of the update that was declined: only another one is offered
  kept text,
  PRIMARY KEY (client_id, scheme_id, node_id),
  FOREIGN KEY (client_id, scheme_id, node_id) REFERENCES scheme_nodes,
  FOREIGN KEY (client_id, origin_scheme_id) REFERENCES schemes
);
CREATE INDEX mirrors_origin ON mirrors (client_id, origin_scheme_id, origin_node_id);

-- The catalogue: what every client may know of a published scheme.
CREATE TABLE published_schemes (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  client_name text NOT NULL,
  slug text NOT NULL,
  name jsonb NOT NULL,
  languages text[] NOT NULL,
  -- the newest revision
  number int NOT NULL,
  notes text NOT NULL,
  levels int NOT NULL,
  skills int NOT NULL,
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, scheme_id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- Frozen revisions: never changed, readable by who subscribes.
CREATE TABLE published_revisions (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  number int NOT NULL,
  -- the live revision that was frozen
  revision int NOT NULL,
  notes text NOT NULL,
  content jsonb NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scheme_id, number),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- A client wants another one's scheme: its own word, which that one reads.
CREATE TABLE subscriptions (
  client_id text NOT NULL REFERENCES clients,
  owner_id text NOT NULL,
  owner_scheme_id uuid NOT NULL,
  client_name text NOT NULL,
  message text NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  followed int,
  PRIMARY KEY (client_id, owner_id, owner_scheme_id)
);

-- The owner's answer, which the client that asked reads.
CREATE TABLE subscription_grants (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  subscriber_id text NOT NULL,
  approved boolean NOT NULL,
  decided_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scheme_id, subscriber_id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['mirrors', 'published_schemes', 'published_revisions', 'subscriptions', 'subscription_grants'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT ON %I TO rungs_app', t);
  END LOOP;
END $$;
GRANT UPDATE ON mirrors, published_schemes, subscriptions, subscription_grants TO rungs_app;
GRANT DELETE ON mirrors TO rungs_app;

CREATE POLICY shared ON published_schemes FOR SELECT
  USING (withdrawn_at IS NULL AND (SELECT nullif(current_setting('app.client', true), '')) IS NOT NULL);
CREATE POLICY shared ON subscriptions FOR SELECT
  USING (owner_id = (SELECT nullif(current_setting('app.client', true), '')));
CREATE POLICY shared ON subscription_grants FOR SELECT
  USING (subscriber_id = (SELECT nullif(current_setting('app.client', true), '')));
-- both have said yes
CREATE POLICY shared ON published_revisions FOR SELECT USING (EXISTS (
  SELECT FROM subscriptions s JOIN subscription_grants g
    ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = (SELECT nullif(current_setting('app.client', true), ''))
    AND s.owner_id = published_revisions.client_id AND s.owner_scheme_id = published_revisions.scheme_id
    AND s.ended_at IS NULL AND g.approved));
