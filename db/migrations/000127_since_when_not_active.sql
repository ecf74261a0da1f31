-- Since when a member is not active in a club: each writer says so, and none can forget it. Rows from before triggers did
-- so get the present day; without FORCE the owner sees the rows of all clients.
ALTER TABLE club_members NO FORCE ROW LEVEL SECURITY;
UPDATE club_members SET inactive_since = CASE WHEN status <> 'active' THEN now() END
  WHERE (status = 'active') <> (inactive_since IS NULL);
ALTER TABLE club_members FORCE ROW LEVEL SECURITY;
ALTER TABLE club_members ADD CONSTRAINT club_members_inactive_since
  CHECK ((status = 'active') = (inactive_since IS NULL));
