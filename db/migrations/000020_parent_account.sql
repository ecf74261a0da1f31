-- One mail at most about a level of a child to each parent, ever; one that was never sent does not count.
CREATE UNIQUE INDEX mails_award ON mails (client_id, user_id, (data ->> 'member'), (data ->> 'scheme'), (data ->> 'node'))
  WHERE kind = 'award' AND state IN ('waiting', 'sent', 'kept');

-- since when a session lasts: what its user sees of it; those open now count from here
ALTER TABLE refresh_sessions ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now();
-- when its user asked that the account be deleted
ALTER TABLE users ADD COLUMN deletion_asked_at timestamptz;
