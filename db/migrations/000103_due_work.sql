-- Which client has work due in which queue (server/platform/jobs/queue.ts), so that servers need not look at each client.
-- It says only that and when, never what, and belongs to no tenant: tasks and mails stay under row-level security. A row
-- is written in the transaction of the task or mail. What is missing here is found by open_work().
CREATE TABLE due_work (
  client_id text NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  queue text NOT NULL,
  -- when the client's turn is due; turns are taken in this order. Of a turn that a server has taken it is the end of the
  -- lease.
  due_at timestamptz NOT NULL,
  -- who has taken the turn
  holder uuid,
  PRIMARY KEY (client_id, id)
);
CREATE INDEX due_work_next ON due_work (queue, due_at);
-- one turn of a client in a queue at a time
CREATE UNIQUE INDEX due_work_taken ON due_work (queue, client_id) WHERE holder IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON due_work TO rungs_app;

CREATE INDEX hostnames_client ON hostnames (client_id);

-- Open tasks and waiting mails of all clients with a host name: in which queue, and when the first is due. It runs with
-- the rights of its caller and takes one client after the other, because nobody sees the tasks of all. `awaited` are the
-- kinds of tasks of that queue.
CREATE FUNCTION open_work(awaited text[]) RETURNS TABLE (client_id text, queue text, due_at timestamptz)
LANGUAGE plpgsql AS $$
DECLARE
  tenant text;
BEGIN
  FOR tenant IN SELECT DISTINCT hostnames.client_id FROM hostnames LOOP
    PERFORM set_config('app.client', tenant, true);
    RETURN QUERY SELECT tenant, 'mails', min(mails.due_at) FROM mails
      WHERE mails.client_id = tenant AND mails.state = 'waiting' HAVING count(*) > 0;
    RETURN QUERY SELECT tenant, CASE WHEN kind = ANY(awaited) THEN 'awaited' ELSE 'background' END,
        min(CASE state WHEN 'running' THEN leased_until ELSE tasks.due_at END)
      FROM tasks WHERE tasks.client_id = tenant AND state IN ('queued', 'running') GROUP BY 2;
  END LOOP;
END $$;
