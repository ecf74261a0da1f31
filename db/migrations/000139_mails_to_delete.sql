-- The nightly deletion of records reads the mails that it may delete alone. Those about awards and subscriptions stay for
-- good, and become most of the table.
DROP INDEX mails_ended;
CREATE INDEX mails_ended ON mails (client_id, ended_at)
  WHERE ended_at IS NOT NULL AND kind <> 'award' AND NOT data ? 'subscription';
