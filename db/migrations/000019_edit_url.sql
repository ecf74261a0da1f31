-- Where people change who they are, at the provider that keeps it.
ALTER TABLE identity_providers ADD COLUMN edit_url text;
