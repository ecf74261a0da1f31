-- For clients with ten thousand clubs: a search while somebody types, and pages of the list by name.
ALTER TABLE clubs
  ADD COLUMN sort_name text COLLATE "C" GENERATED ALWAYS AS (folded(name)) STORED,
  ADD COLUMN words text GENERATED ALWAYS AS (folded(name || ' ' || coalesce(ngo_id, ''))) STORED;
CREATE INDEX clubs_by_name ON clubs (client_id, sort_name, id);
-- for the users of a club, in the list of clubs and in the list of who has read a document
CREATE INDEX user_clubs_club ON user_clubs (client_id, club_id);
