-- Since when a member is not active in a club: each writer says so, and none can forget it.
ALTER TABLE club_members ADD CONSTRAINT club_members_inactive_since
  CHECK ((status = 'active') = (inactive_since IS NULL));
