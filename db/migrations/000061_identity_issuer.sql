-- A subject is somebody only together with the issuer that says so: two providers may both know a "17".
ALTER TABLE identities ADD COLUMN issuer text;
UPDATE identities i SET issuer = coalesce((SELECT p.issuer FROM identity_providers p WHERE p.client_id = i.client_id), '');
ALTER TABLE identities
  ALTER COLUMN issuer SET NOT NULL,
  DROP CONSTRAINT identities_pkey,
  ADD PRIMARY KEY (client_id, provider, issuer, subject, type);
