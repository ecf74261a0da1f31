import { Type } from 'typebox'
import { Duplicate, type MemberMerge } from '#contract/flows/member-merges.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { getRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import { withoutJit, type Tx } from '#server/platform/tenancy.ts'

/** How many merges are listed at most. */
const MAX_LISTED = 50

/** SQL of a record in a pair of duplicates. `member` is the alias of its row in `members`; $1 is the client, $2 the club, $3 today. */
const recordJson = (member: string) => `json_build_object(
    'uuid', ${member}.id, 'firstname', ${member}.firstname, 'lastname', ${member}.lastname, 'dob', ${member}.dob,
    'ngo_id', ${member}.ngo_id,
    'status', (SELECT status FROM club_members
      WHERE client_id = $1 AND club_id = $2 AND member_id = ${member}.id),
    'groups', coalesce((SELECT json_agg(groups.name ORDER BY groups.name) FROM group_members place
      JOIN groups ON groups.client_id = place.client_id AND groups.id = place.group_id
      WHERE place.client_id = ${member}.client_id AND place.member_id = ${member}.id
        AND (place.to_date IS NULL OR place.to_date >= $3)), '[]'),
    'guardians', coalesce((
      SELECT json_agg(concat_ws(' ', guardian.firstname, guardian.lastname, guardian.email) ORDER BY guardian.position)
      FROM guardians guardian
      WHERE guardian.client_id = ${member}.client_id AND guardian.member_id = ${member}.id), '[]'),
    'marks', (SELECT count(*) FROM assessments mark
      WHERE mark.client_id = ${member}.client_id AND mark.member_id = ${member}.id),
    'awards', (SELECT count(*) FROM awards award
      WHERE award.client_id = ${member}.client_id AND award.member_id = ${member}.id AND award.ended_at IS NULL))`

/** SQL condition: the birthdays of `one` and `other` differ in one part only, or by swapped day and month. */
const similarBirthday = `(one.year = other.year)::int + (one.month = other.month)::int + (one.day = other.day)::int >= 2
  OR (one.year = other.year AND one.month = other.day AND one.day = other.month)`

// every pair is found once, because the larger id is always the other
const DUPLICATES = tenantStatement(
  'flows/find-duplicates',
  `WITH records AS MATERIALIZED (
     SELECT membership.member_id, membership.sort_name, membership.dob, folded_once.lastname,
       -- the last name, a blank and the first name make the sort name
       substr(membership.sort_name, length(folded_once.lastname) + 2) AS firstname,
       extract(year FROM membership.dob)::int AS year, extract(month FROM membership.dob)::int AS month,
       extract(day FROM membership.dob)::int AS day
     FROM club_members membership
     JOIN members ON members.client_id = membership.client_id AND members.id = membership.member_id,
       LATERAL (SELECT folded(members.lastname) AS lastname OFFSET 0) folded_once
     WHERE membership.client_id = $1 AND membership.club_id = $2 AND membership.status IN ('active', 'inactive')),
   mails AS MATERIALIZED (
     SELECT records.member_id, records.sort_name, lower(guardian.email) AS email FROM records
     JOIN guardians guardian ON guardian.client_id = $1 AND guardian.member_id = records.member_id
     WHERE guardian.email IS NOT NULL),
   pairs AS (
     -- the same names and similar birthdays
     SELECT one.member_id AS one_id, other.member_id AS other_id, 'name' AS why, one.sort_name FROM records one
     JOIN records other ON other.sort_name = one.sort_name AND other.member_id > one.member_id AND (${similarBirthday})
     UNION
     -- the same names and a guardian with the same e-mail address
     SELECT one.member_id, other.member_id, 'name', one.sort_name FROM mails one
     JOIN mails other ON other.sort_name = one.sort_name AND other.email = one.email
       AND other.member_id > one.member_id
     UNION
     -- the same birthday and last name, and first names that begin alike
     SELECT one.member_id, other.member_id, 'birthday', one.sort_name FROM records one
     JOIN records other ON other.dob = one.dob AND other.lastname = one.lastname
       AND left(other.firstname, 3) = left(one.firstname, 3)
       AND other.member_id > one.member_id AND other.sort_name <> one.sort_name
     UNION
     -- the same birthday and first name, and a last name that contains the other
     SELECT one.member_id, other.member_id, 'birthday', one.sort_name FROM records one
     JOIN records other ON other.dob = one.dob AND other.firstname = one.firstname
       AND other.member_id > one.member_id AND other.sort_name <> one.sort_name
       AND (position(other.lastname IN one.lastname) > 0 OR position(one.lastname IN other.lastname) > 0)),
   listed AS MATERIALIZED (
     SELECT * FROM pairs WHERE NOT EXISTS (SELECT FROM separate_members separate
       WHERE separate.client_id = $1 AND separate.club_id = $2 AND separate.one_id = pairs.one_id
         AND separate.other_id = pairs.other_id))
   SELECT (SELECT count(*) FROM listed) AS total,
     coalesce((SELECT json_agg(json_build_object('why', pair.why,
         'members', json_build_array(${recordJson('one')}, ${recordJson('other')}))
         ORDER BY pair.why, pair.sort_name, pair.one_id, pair.other_id)
       FROM (SELECT * FROM listed ORDER BY why, sort_name, one_id, other_id LIMIT $4 OFFSET $5) pair
       JOIN members one ON one.client_id = $1 AND one.id = pair.one_id
       JOIN members other ON other.client_id = $1 AND other.id = pair.other_id), '[]') AS duplicates`,
  { json: { duplicates: Type.Array(Duplicate) }, prepare: true },
)

/**
 * Finds records of this club that may be the same child: those with the same names and similar birthdays or a common
 * guardian, and those with the same birthday, one equal name and one similar name. Pairs that are known to be two
 * children are left out. Pages count from 0.
 */
export async function findDuplicates(
  tx: Tx,
  { clubId, today }: ClubContext,
  page: number,
  perPage: number,
): Promise<{ duplicates: Duplicate[]; total: number }> {
  const [, found] = await Promise.all([
    withoutJit(tx),
    getRow(tx, DUPLICATES, [clubId, today, perPage, page * perPage]),
  ])
  return found
}

const MERGES = tenantStatement(
  'flows/list-merges',
  `SELECT merge.id, merge.kept_id AS kept_uuid, kept.firstname || ' ' || kept.lastname AS kept,
     merged.firstname || ' ' || merged.lastname AS merged,
     administrator.firstname || ' ' || administrator.lastname AS by,
     floor(extract(epoch FROM merge.at))::int AS at, merge.undone_at IS NOT NULL AS undone
   FROM member_merges merge
   JOIN members kept ON kept.client_id = merge.client_id AND kept.id = merge.kept_id
   JOIN members merged ON merged.client_id = merge.client_id AND merged.id = merge.merged_id
   JOIN users administrator ON administrator.client_id = merge.client_id AND administrator.id = merge.user_id
   WHERE merge.client_id = $1 AND merge.club_id = $2 ORDER BY merge.at DESC, merge.id LIMIT ${MAX_LISTED}`,
)

/** The merges of this club, newest first. */
export async function listMerges(tx: Tx, { clubId }: ClubContext): Promise<MemberMerge[]> {
  return queryRows(tx, MERGES, [clubId])
}
