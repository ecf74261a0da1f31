-- Colours that replace those of the client's theme: {"brand": "#…", "accent": "#…", "action": "#…"}; null for none.
ALTER TABLE clients ADD COLUMN own_theme jsonb;
-- Feature flags of a club that differ from its client's.
ALTER TABLE clubs ADD COLUMN features jsonb NOT NULL DEFAULT '{}';
