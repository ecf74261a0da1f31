-- Each parent ever gets at most one mail about a level of a child. Mails that were dropped or failed do not count.
CREATE UNIQUE INDEX mails_award ON mails (client_id, user_id, (data ->> 'member'), (data ->> 'scheme'), (data ->> 'node'))
  WHERE kind = 'award' AND state IN ('waiting', 'sent', 'kept');

-- When the session was opened, as its user is shown. Sessions that are open at this migration get its time.
ALTER TABLE refresh_sessions ADD COLUMN opened_at timestamptz NOT NULL DEFAULT now();
-- When the user asked for the account to be deleted.
ALTER TABLE users ADD COLUMN deletion_asked_at timestamptz;
