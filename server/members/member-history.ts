/**
 * SQL that changes names of members by the statement `update`, and keeps the names that they had, by which erasing finds
 * them in files. `ids` are the members.
 */
export const keepingNames = (ids: string, update: string) => `WITH before AS (
     SELECT id, firstname, lastname FROM members WHERE client_id = $1 AND id IN (${ids})),
   named AS (${update} RETURNING members.id, members.firstname, members.lastname),
   kept AS (INSERT INTO member_names (client_id, member_id, firstname, lastname)
     SELECT $1, before.id, before.firstname, before.lastname FROM before JOIN named ON named.id = before.id
     WHERE (before.firstname, before.lastname) <> (named.firstname, named.lastname)
     ON CONFLICT DO NOTHING RETURNING client_id)
   SELECT id FROM named`

/**
 * SQL of the assignments to a row of `club_members` that give it a status, and note since when it is not active. `at` is
 * the SQL of now.
 */
export const withStatus = (status: string, at: string) => `status = ${status},
     inactive_since = CASE WHEN ${status} = 'active' THEN NULL
       WHEN ${status} = club_members.status THEN club_members.inactive_since ELSE ${at}::timestamptz END`
