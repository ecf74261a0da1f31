-- Indexes that give counts, filters and reports of large clubs without reading the rows of other members.

-- the levels that members have begun, now with their state, so that those that wait for a pass are found in the index
CREATE INDEX progress_begun ON progress (client_id, scheme_id, node_id, state, member_id)
  WHERE state IN ('started', 'completed');
DROP INDEX progress_open;

-- which schemes the groups of a club or of all clubs follow
CREATE INDEX groups_of_club ON groups (client_id, club_id, scheme_id);
DROP INDEX groups_club;

-- members whose guardians can be reached
CREATE INDEX guardians_with_email ON guardians (client_id, member_id) WHERE email IS NOT NULL;

-- the ability groups of a club
CREATE INDEX club_members_tagged ON club_members (client_id, club_id) INCLUDE (tags) WHERE tags <> '{}';
