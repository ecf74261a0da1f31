-- The user who closed the portals from the scheme portal, which then stays open. Null when an operator closed all
-- portals.
ALTER TABLE maintenance ADD COLUMN by_user uuid;
ALTER TABLE maintenance ADD FOREIGN KEY (client_id, by_user) REFERENCES users;
