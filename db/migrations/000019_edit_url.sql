-- The address at the provider where users change their personal details.
ALTER TABLE identity_providers ADD COLUMN edit_url text;
