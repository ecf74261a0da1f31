-- A subject identifies a user only together with its issuer: two providers may both have a subject "17".
ALTER TABLE identities ADD COLUMN issuer text;
UPDATE identities i SET issuer = coalesce((SELECT p.issuer FROM identity_providers p WHERE p.client_id = i.client_id), '');
ALTER TABLE identities
  ALTER COLUMN issuer SET NOT NULL,
  DROP CONSTRAINT identities_pkey,
  ADD PRIMARY KEY (client_id, provider, issuer, subject, type);
