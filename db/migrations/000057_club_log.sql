-- What kinds of things, and what was done to them, a club's own log tells of: each is found by the one before it.
CREATE INDEX audit_log_kinds ON audit_log (client_id, club_id, entity, action);
