-- Colours of the client's own over its theme: {"brand": "#…", "accent": "#…", "action": "#…"}; null = the theme's.
ALTER TABLE clients ADD COLUMN own_theme jsonb;
-- Feature flags of a club that differ from its client's.
ALTER TABLE clubs ADD COLUMN features jsonb NOT NULL DEFAULT '{}';
