import type { Duplicate, MemberMerge } from '#contract/flows/member-merges.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** How many duplicates or merges are listed at most. */
const MAX_LISTED = 50

/** SQL of one record of a pair of duplicates, from the alias `member`. */
const recordJson = (
  member: string,
) => `json_build_object('uuid', ${member}.id, 'firstname', ${member}.firstname, 'lastname', ${member}.lastname, 'dob', ${member}.dob,
    'ngo_id', ${member}.ngo_id, 'status', (SELECT cm.status FROM club_members cm WHERE cm.club_id = $1 AND cm.member_id = ${member}.id),
    'groups', coalesce((SELECT json_agg(g.name ORDER BY g.name) FROM group_members gm
      JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id
      WHERE gm.client_id = ${member}.client_id AND gm.member_id = ${member}.id AND (gm.to_date IS NULL OR gm.to_date >= $2)), '[]'),
    'guardians', coalesce((SELECT json_agg(concat_ws(' ', ga.firstname, ga.lastname, ga.email) ORDER BY ga.position) FROM guardians ga
      WHERE ga.client_id = ${member}.client_id AND ga.member_id = ${member}.id), '[]'),
    'marks', (SELECT count(*) FROM assessments a WHERE a.client_id = ${member}.client_id AND a.member_id = ${member}.id),
    'awards', (SELECT count(*) FROM awards a WHERE a.client_id = ${member}.client_id AND a.member_id = ${member}.id AND a.ended_at IS NULL))`

/** SQL condition: the birthdays differ in one part only, or by swapped day and month. */
const similarBirthday = `(extract(year FROM a.dob) = extract(year FROM b.dob))::int + (extract(month FROM a.dob) = extract(month FROM b.dob))::int
  + (extract(day FROM a.dob) = extract(day FROM b.dob))::int >= 2
  OR (extract(year FROM a.dob) = extract(year FROM b.dob) AND extract(month FROM a.dob) = extract(day FROM b.dob)
    AND extract(day FROM a.dob) = extract(month FROM b.dob))`
/** SQL condition: the records have a guardian with the same e-mail address. */
const sameGuardian = `EXISTS (SELECT FROM guardians x JOIN guardians y ON y.client_id = x.client_id AND lower(y.email) = lower(x.email)
  WHERE x.member_id = a.member_id AND y.member_id = b.member_id)`

/**
 * Finds records of this club that may be the same child: those with the same names and similar birthdays or a common
 * guardian, and those with the same birthday, one equal name and one similar name.
 */
export async function findDuplicates(tx: Tx, { clubId, today }: ClubContext): Promise<Duplicate[]> {
  const { rows } = await tx.query<Duplicate>(
    prepared(
      `WITH here AS MATERIALIZED (SELECT cm.member_id, cm.sort_name, cm.dob, folded(m.firstname) AS f, folded(m.lastname) AS l
         FROM club_members cm JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
         WHERE cm.club_id = $1 AND cm.status IN ('active', 'inactive')),
       pairs AS (
         SELECT a.member_id AS a, b.member_id AS b, 'name' AS why FROM here a JOIN here b ON b.sort_name = a.sort_name AND b.member_id > a.member_id AND (${similarBirthday} OR ${sameGuardian})
         UNION
         SELECT a.member_id, b.member_id, 'birthday' FROM here a JOIN here b ON b.dob = a.dob AND b.l = a.l AND left(b.f, 3) = left(a.f, 3)
           AND b.member_id > a.member_id AND b.sort_name <> a.sort_name
         UNION
         SELECT a.member_id, b.member_id, 'birthday' FROM here a JOIN here b ON b.dob = a.dob AND b.f = a.f
           AND b.member_id > a.member_id AND b.sort_name <> a.sort_name AND (position(b.l IN a.l) > 0 OR position(a.l IN b.l) > 0))
       SELECT p.why, json_build_array(${recordJson('x')}, ${recordJson('y')}) AS members
       FROM (SELECT * FROM pairs ORDER BY why, a, b LIMIT ${MAX_LISTED}) p JOIN members x ON x.id = p.a JOIN members y ON y.id = p.b
       ORDER BY p.why, x.lastname, x.firstname, p.a, p.b`,
      [clubId, today],
    ),
  )
  return rows
}

/** The merges of this club, newest first. */
export async function listMerges(tx: Tx, { clubId }: ClubContext): Promise<MemberMerge[]> {
  const { rows } = await tx.query<MemberMerge>(
    `SELECT mm.id, mm.kept_id AS kept_uuid, k.firstname || ' ' || k.lastname AS kept, m.firstname || ' ' || m.lastname AS merged,
       u.firstname || ' ' || u.lastname AS by, floor(extract(epoch FROM mm.at))::int AS at, mm.undone_at IS NOT NULL AS undone
     FROM member_merges mm JOIN members k ON k.client_id = mm.client_id AND k.id = mm.kept_id
     JOIN members m ON m.client_id = mm.client_id AND m.id = mm.merged_id JOIN users u ON u.client_id = mm.client_id AND u.id = mm.user_id
     WHERE mm.club_id = $1 ORDER BY mm.at DESC, mm.id LIMIT ${MAX_LISTED}`,
    [clubId],
  )
  return rows
}
