-- A search of the log finds what somebody has entered, or has entered while another was logged in, without reading the
-- entries of the whole client.
CREATE INDEX assessments_author ON assessments (client_id, author_id);
CREATE INDEX assessments_acting ON assessments (client_id, acting_as) WHERE acting_as IS NOT NULL;
CREATE INDEX register_edits_author ON register_edits (client_id, author_id);
CREATE INDEX register_edits_acting ON register_edits (client_id, acting_as) WHERE acting_as IS NOT NULL;
CREATE INDEX audit_log_acting ON audit_log (client_id, acting_as) WHERE acting_as IS NOT NULL;
