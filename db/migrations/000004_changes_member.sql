-- Which member a change is about, so that a page is picked by a coach's scope in the database.
ALTER TABLE changes ADD COLUMN member_id uuid GENERATED ALWAYS AS (
  CASE kind
    WHEN 'member' THEN key::uuid
    WHEN 'group_member' THEN split_part(key, '/', 2)::uuid
    WHEN 'result' THEN split_part(key, '/', 1)::uuid
  END
) STORED;
