-- Renames the edit that changes the settings of a scheme, in the history too. The edits of a row keep their order.
ALTER TABLE scheme_edits NO FORCE ROW LEVEL SECURITY;
UPDATE scheme_edits SET edits = (
  SELECT jsonb_agg(CASE WHEN e ->> 'do' = 'settle' THEN e || '{"do": "set-settings"}' ELSE e END ORDER BY at)
  FROM jsonb_array_elements(edits) WITH ORDINALITY AS t (e, at)
) WHERE edits @> '[{"do": "settle"}]';
ALTER TABLE scheme_edits FORCE ROW LEVEL SECURITY;
