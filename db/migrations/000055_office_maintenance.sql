-- Who closed the portals from the client's own office; null: an operator, who closes that office too.
ALTER TABLE maintenance ADD COLUMN by_user uuid;
ALTER TABLE maintenance ADD FOREIGN KEY (client_id, by_user) REFERENCES users;
