-- Devices read the changes of a club by revision: the kind and the key of a row are read from the row itself.
CREATE INDEX changes_of_club ON changes (client_id, club_id, rev);
DROP INDEX changes_rev;
