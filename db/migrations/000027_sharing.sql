-- Schemes that clients share. Only the client of a row may write it; the second policy, `shared`, says which rows other
-- clients may read.

-- The scheme of another client that this scheme follows, and the number of the published revision that it has copied.
ALTER TABLE schemes ADD COLUMN origin_client_id text;
ALTER TABLE schemes ADD COLUMN origin_scheme_id uuid;
ALTER TABLE schemes ADD COLUMN origin_languages text[];
ALTER TABLE schemes ADD COLUMN followed int;
-- The last revision that was not made by edit batches of authors. Open editors of an older revision load the tree anew.
ALTER TABLE schemes ADD COLUMN relinked_revision int NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX schemes_origin ON schemes (client_id, origin_client_id, origin_scheme_id) WHERE origin_client_id IS NOT NULL;

-- For linked nodes: the scheme of the same client, and its node, of which the node is a copy.
ALTER TABLE scheme_nodes ADD COLUMN origin_scheme_id uuid;
ALTER TABLE scheme_nodes ADD COLUMN origin_node_id text;
ALTER TABLE scheme_nodes ADD COLUMN origin_root text;
ALTER TABLE scheme_nodes ADD COLUMN origin_languages text[];
-- Pins: which translations are older than their source text (domain/curriculum/translation.ts).
ALTER TABLE scheme_nodes ADD COLUMN pins jsonb NOT NULL DEFAULT '{}';

-- Nodes that were linked with all below them, and their authors' decisions about updates.
CREATE TABLE mirrors (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  node_id text NOT NULL,
  origin_scheme_id uuid NOT NULL,
  origin_node_id text NOT NULL,
  frozen boolean NOT NULL DEFAULT false,
  -- the hash of the update that the author declined; only another update is offered
  kept text,
  PRIMARY KEY (client_id, scheme_id, node_id),
  FOREIGN KEY (client_id, scheme_id, node_id) REFERENCES scheme_nodes,
  FOREIGN KEY (client_id, origin_scheme_id) REFERENCES schemes
);
CREATE INDEX mirrors_origin ON mirrors (client_id, origin_scheme_id, origin_node_id);

-- The catalogue of published schemes, which every client may read.
CREATE TABLE published_schemes (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  client_name text NOT NULL,
  slug text NOT NULL,
  name jsonb NOT NULL,
  languages text[] NOT NULL,
  -- the number of the newest published revision
  number int NOT NULL,
  notes text NOT NULL,
  levels int NOT NULL,
  skills int NOT NULL,
  published_at timestamptz NOT NULL,
  withdrawn_at timestamptz,
  PRIMARY KEY (client_id, scheme_id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- Published revisions. They are never changed, and only subscribers may read them.
CREATE TABLE published_revisions (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  number int NOT NULL,
  -- the scheme's own revision of which this is a copy
  revision int NOT NULL,
  notes text NOT NULL,
  content jsonb NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (client_id, scheme_id, number),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- Requests of a client to subscribe to another client's scheme. The owner of the scheme may read them.
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

-- The owners' answers to requests. The client that asked may read them.
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
-- A client may read the revisions of a scheme while its subscription has not ended and the owner has approved it.
CREATE POLICY shared ON published_revisions FOR SELECT USING (EXISTS (
  SELECT FROM subscriptions s JOIN subscription_grants g
    ON g.client_id = s.owner_id AND g.scheme_id = s.owner_scheme_id AND g.subscriber_id = s.client_id
  WHERE s.client_id = (SELECT nullif(current_setting('app.client', true), ''))
    AND s.owner_id = published_revisions.client_id AND s.owner_scheme_id = published_revisions.scheme_id
    AND s.ended_at IS NULL AND g.approved));
