-- The second factor of administrators and scheme authors: codes of an authenticator app (TOTP), and recovery codes for
-- users who have lost the phone.
ALTER TABLE clients ADD COLUMN second_factor text NOT NULL DEFAULT 'optional' CHECK (second_factor IN ('optional', 'required'));
CREATE TABLE second_factors (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  secret text NOT NULL,
  -- null until the user has entered a code of this secret
  confirmed_at timestamptz,
  -- the latest time step whose code was used; no code can be used twice
  last_step bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (client_id, user_id),
  FOREIGN KEY (client_id, user_id) REFERENCES users
);
CREATE TABLE recovery_codes (
  client_id text NOT NULL,
  user_id uuid NOT NULL,
  code_hash text NOT NULL,
  PRIMARY KEY (client_id, user_id, code_hash),
  FOREIGN KEY (client_id, user_id) REFERENCES second_factors ON DELETE CASCADE
);

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['second_factors', 'recovery_codes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO rungs_app', t);
  END LOOP;
END $$;
