-- The pepper of PINs, from which the secrets of API tokens are derived too. It is encrypted with SECRET, so SECRET can be
-- rotated without making them wrong. SQL does not have the key: db/open-secrets.ts writes the value.
ALTER TABLE installation ADD COLUMN pepper text CONSTRAINT installation_sealed CHECK (pepper LIKE 'v1:%');
