-- Each section of a node gets a key, so that two authors can change different sections of one node at once. Plain texts
-- become formatted text (HTML) that reads the same.
ALTER TABLE scheme_nodes NO FORCE ROW LEVEL SECURITY;
UPDATE scheme_nodes SET content = (
  SELECT jsonb_agg(section || jsonb_build_object('key', 's-' || place, 'of', NULL)
    || CASE WHEN section ->> 'type' IN ('text', 'warning', 'text-no-link') THEN jsonb_build_object('value', (
      SELECT coalesce(jsonb_object_agg(language, replace(replace(replace(words, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')), '{}')
      FROM jsonb_each_text(section -> 'value') AS v (language, words))) ELSE '{}' END ORDER BY place)
  FROM jsonb_array_elements(content) WITH ORDINALITY AS s (section, place))
WHERE jsonb_array_length(content) > 0;
ALTER TABLE scheme_nodes FORCE ROW LEVEL SECURITY;

-- Who may read the sections of this name [3.9].
ALTER TABLE scheme_sections ADD COLUMN visibility text NOT NULL DEFAULT 'all' CHECK (visibility IN ('all', 'coach', 'author'));

-- A client's own labels of grades [3.19], by language, from grade 0 on.
CREATE TABLE label_sets (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
  labels jsonb NOT NULL,
  PRIMARY KEY (client_id, id),
  UNIQUE (client_id, name)
);
-- The labels of a scale; null for the usual ones of its kind. They are a copy of a label set, so that a later change of
-- the set changes no scheme.
ALTER TABLE scheme_grades ADD COLUMN labels jsonb;
-- Former versions of scales: marks that were made before `until` keep the labels and pass point of that version.
CREATE TABLE scheme_grade_versions (
  client_id text NOT NULL,
  scheme_id uuid NOT NULL,
  grade int NOT NULL,
  -- when the version was replaced, in unix seconds
  until bigint NOT NULL,
  pass int NOT NULL,
  labels jsonb,
  PRIMARY KEY (client_id, scheme_id, grade, until),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);

-- Imports of a scheme from a file, in batches. The scheme is hidden until the last batch.
CREATE TABLE scheme_imports (
  client_id text NOT NULL REFERENCES clients,
  id uuid NOT NULL,
  scheme_id uuid NOT NULL,
  file jsonb,
  done_at timestamptz,
  PRIMARY KEY (client_id, id),
  FOREIGN KEY (client_id, scheme_id) REFERENCES schemes
);
CREATE UNIQUE INDEX scheme_imports_open ON scheme_imports (client_id, scheme_id) WHERE done_at IS NULL;

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['label_sets', 'scheme_grade_versions', 'scheme_imports'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format($p$CREATE POLICY tenant ON %I
      USING (client_id = (SELECT nullif(current_setting('app.client', true), '')))
      WITH CHECK (client_id = (SELECT nullif(current_setting('app.client', true), '')))$p$, t);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %I TO rungs_app', t);
  END LOOP;
END $$;
