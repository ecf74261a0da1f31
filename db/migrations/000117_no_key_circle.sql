-- Clients referred to files, files to users, and users to clients. A circle has no order in which tables can be filled,
-- copied or distributed. The row of `file_uses` that comes with a logo keeps its file, as with every use.
ALTER TABLE clients DROP CONSTRAINT clients_client_id_logo_file_id_fkey;

-- PostgreSQL asks for no right on the sequence of an identity column, a distributed engine does. The log's has it.
GRANT USAGE ON SEQUENCE task_events_id_seq TO rungs_app;
