-- for a parent's overview, which needs to know the schemes with skipped nodes
CREATE INDEX scheme_nodes_skipped ON scheme_nodes (client_id, scheme_id) WHERE skipped;
