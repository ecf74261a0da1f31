-- The id that a node has in the curriculum that it was imported from, by which a newer file of that finds it again.
ALTER TABLE scheme_nodes ADD COLUMN external_id text CHECK (length(external_id) BETWEEN 1 AND 200);
