-- Which client has work due in which queue (server/platform/jobs/queue.ts), so that servers need not look at each client.
-- It says only that and when, never what, and belongs to no tenant: tasks and mails stay under row-level security. A row
-- is written in the transaction of the task or mail. What is missing here is found by note_lost_work().
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

-- Notes open tasks, waiting mails and the daily upkeep of all clients with a host name, where they are not noted: as
-- after an upgrade from a version that did not note them. It runs with the rights of its caller and takes one client
-- after the other, because nobody sees the tasks of all.
CREATE FUNCTION note_lost_work(awaited text[], present timestamptz) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  tenant text;
  noted int;
  total int := 0;
BEGIN
  FOR tenant IN SELECT DISTINCT client_id FROM hostnames LOOP
    PERFORM set_config('app.client', tenant, true);
    INSERT INTO due_work (client_id, queue, due_at)
    SELECT tenant, lost.queue, lost.due_at FROM (
      SELECT 'mails' AS queue, min(due_at) AS due_at FROM mails WHERE client_id = tenant AND state = 'waiting'
      UNION ALL
      SELECT CASE WHEN kind = ANY(awaited) THEN 'awaited' ELSE 'background' END,
        min(CASE state WHEN 'running' THEN leased_until ELSE due_at END)
      FROM tasks WHERE client_id = tenant AND state IN ('queued', 'running') GROUP BY 1
      UNION ALL
      SELECT 'upkeep', present) lost
    WHERE lost.due_at IS NOT NULL AND NOT EXISTS (SELECT FROM due_work
      WHERE due_work.client_id = tenant AND due_work.queue = lost.queue
        AND (lost.queue = 'upkeep' OR due_work.holder IS NOT NULL OR due_work.due_at <= greatest(lost.due_at, present)));
    GET DIAGNOSTICS noted = ROW_COUNT;
    total := total + noted;
  END LOOP;
  RETURN total;
END $$;
