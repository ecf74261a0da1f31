-- After how many months without use data is deleted: {"members": 36, "accounts": 24, "records": 12}. Data without a number
-- is kept until somebody deletes it.
ALTER TABLE clients ADD COLUMN retention jsonb NOT NULL DEFAULT '{}';

-- When a member stopped being active in a club. Triggers set it, so that no writer can forget it.
ALTER TABLE club_members ADD COLUMN inactive_since timestamptz;
UPDATE club_members SET inactive_since = now() WHERE status <> 'active';
CREATE FUNCTION note_inactive() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.inactive_since := CASE WHEN NEW.status <> 'active' THEN now() END;
  RETURN NEW;
END $$;
CREATE TRIGGER club_members_left_already BEFORE INSERT ON club_members
  FOR EACH ROW WHEN (NEW.status <> 'active') EXECUTE FUNCTION note_inactive();
CREATE TRIGGER club_members_left BEFORE UPDATE OF status ON club_members
  FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION note_inactive();
CREATE INDEX club_members_inactive ON club_members (client_id, inactive_since) WHERE status = 'inactive';

-- When the account was created; the retention period of a user who never logged in begins then.
ALTER TABLE users ADD COLUMN made_at timestamptz NOT NULL DEFAULT now();

GRANT DELETE ON mails, tasks, task_events, page_views TO rungs_app;
CREATE INDEX tasks_ended ON tasks (client_id, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX mails_ended ON mails (client_id, ended_at) WHERE ended_at IS NOT NULL;
