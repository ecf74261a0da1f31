-- Guardians of a member are replaced and never updated, so nothing has fired this trigger, and nobody needs the right.
DROP TRIGGER guardians_changed ON guardians;
REVOKE UPDATE ON guardians FROM rungs_app;
