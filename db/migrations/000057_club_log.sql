-- The pairs of entity and action in a club's log. A query finds them one by one, each as the next entry in this index, and
-- so need not read the whole log.
CREATE INDEX audit_log_kinds ON audit_log (client_id, club_id, entity, action);
