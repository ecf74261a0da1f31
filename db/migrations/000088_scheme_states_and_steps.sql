-- A scheme is a draft until it is released: only authors see it. A retired one takes no new groups.
ALTER TABLE schemes
  -- what is there already is in use
  ADD COLUMN state text NOT NULL DEFAULT 'released' CHECK (state IN ('draft', 'released', 'retired')),
  -- when it came into this state; null for a scheme that is as old as its state
  ADD COLUMN state_at timestamptz;
ALTER TABLE schemes ALTER COLUMN state SET DEFAULT 'draft';

-- Whoever reads for a user who is no author sees no draft; the server's own work, which names no user, sees all.
CREATE POLICY drafts ON schemes AS RESTRICTIVE FOR SELECT
  USING (state <> 'draft' OR (SELECT coalesce(nullif(current_setting('app.user_type', true), ''), 'ngo')) = 'ngo');

-- A saved batch knows the edits that take it back, so that an undo works after a reload and on another machine.
ALTER TABLE scheme_edits
  -- null for batches from before
  ADD COLUMN undo jsonb,
  -- the revision of the first batch of its step: its own, or that of the batch which it takes back or does again; null
  -- for batches from before
  ADD COLUMN step int,
  -- false: it takes its step back
  ADD COLUMN forward boolean NOT NULL DEFAULT true;
CREATE INDEX scheme_edits_step ON scheme_edits (client_id, scheme_id, step);
