-- The replies to writes, by their idempotency key: the request id that the sender gave. A write that is sent again gets
-- the stored reply.
CREATE TABLE requests (
  client_id text NOT NULL REFERENCES clients,
  user_id uuid NOT NULL,
  request_id text NOT NULL,
  -- a hash of method, path and body; with another fingerprint the same id is another write
  fingerprint bytea NOT NULL,
  status smallint,
  answer jsonb,
  at timestamptz NOT NULL,
  PRIMARY KEY (client_id, user_id, request_id, fingerprint),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE INDEX requests_at ON requests (client_id, at);

ALTER TABLE requests ENABLE ROW LEVEL SECURITY;
ALTER TABLE requests FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON requests
  USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
  WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')));
GRANT SELECT, INSERT, UPDATE, DELETE ON requests TO rungs_app;
