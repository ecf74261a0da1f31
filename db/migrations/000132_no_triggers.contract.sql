-- Servers write themselves what followed from these triggers: the words by which members are found, their earlier names,
-- and since when they are not active.
DROP TRIGGER club_members_entered ON club_members;
DROP TRIGGER club_members_left ON club_members;
DROP TRIGGER club_members_left_already ON club_members;
DROP TRIGGER guardians_entered ON guardians;
DROP TRIGGER guardians_gone ON guardians;
DROP TRIGGER members_keep_name ON members;
DROP TRIGGER members_renamed ON members;
DROP FUNCTION index_club_members_entered();
DROP FUNCTION index_club_members_renamed();
DROP FUNCTION index_club_members(uuid[]);
DROP FUNCTION keep_member_name();
DROP FUNCTION note_inactive();
