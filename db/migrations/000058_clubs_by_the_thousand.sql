-- a client of ten thousand clubs looks for one as somebody types, and turns over the list by name
ALTER TABLE clubs
  ADD COLUMN sort_name text COLLATE "C" GENERATED ALWAYS AS (folded(name)) STORED,
  ADD COLUMN words text GENERATED ALWAYS AS (folded(name || ' ' || coalesce(ngo_id, ''))) STORED;
CREATE INDEX clubs_by_name ON clubs (client_id, sort_name, id);
-- who works at a club is asked for by the club, in lists of clubs and of who has read a document
CREATE INDEX user_clubs_club ON user_clubs (client_id, club_id);
