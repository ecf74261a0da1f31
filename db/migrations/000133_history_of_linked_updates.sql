-- The history of a scheme shows the updates of its linked nodes, too: what each did, and who took it over. Both are null
-- for those of before, which the history leaves out.
ALTER TABLE linked_updates
  ADD COLUMN edits jsonb,
  ADD COLUMN user_id uuid,
  ADD FOREIGN KEY (client_id, user_id) REFERENCES users;
