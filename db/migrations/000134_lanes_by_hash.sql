-- The edits of a lane are found by the hash of its name: the name has about 90 characters, which an ordered index stores
-- with each edit. Such an index has one column only, so it does not lead with the client; names contain random ids.
CREATE INDEX register_edits_of_lane ON register_edits USING hash (lane);
DROP INDEX register_edits_lane;
