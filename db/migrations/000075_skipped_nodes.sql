-- a parent's overview asks which schemes have skipped nodes
CREATE INDEX scheme_nodes_skipped ON scheme_nodes (client_id, scheme_id) WHERE skipped;
