-- From now on these columns hold only encrypted values (server/platform/secret-box.ts). SQL does not have the key, so the
-- next start of a server encrypts the present rows and then validates the checks (db/open-secrets.ts).
ALTER TABLE signing_keys ALTER COLUMN private_jwk TYPE text;
ALTER TABLE text_keys DROP CONSTRAINT text_keys_key_check;
ALTER TABLE text_keys ALTER COLUMN key TYPE text USING encode(key, 'base64');
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_sealed CHECK (private_jwk LIKE 'v1:%') NOT VALID;
ALTER TABLE second_factors ADD CONSTRAINT second_factors_sealed CHECK (secret LIKE 'v1:%') NOT VALID;
ALTER TABLE identity_providers ADD CONSTRAINT identity_providers_sealed CHECK (oauth_client_secret LIKE 'v1:%') NOT VALID;
ALTER TABLE text_keys ADD CONSTRAINT text_keys_sealed CHECK (key LIKE 'v1:%') NOT VALID;
