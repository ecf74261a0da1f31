import type { Duplicate, MemberMerge } from '#contract/flows/member-merges.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** More than anybody settles in one go. */
const MOST = 50

const twin = (
  of: string,
) => `json_build_object('uuid', ${of}.id, 'firstname', ${of}.firstname, 'lastname', ${of}.lastname, 'dob', ${of}.dob,
    'ngo_id', ${of}.ngo_id, 'status', (SELECT cm.status FROM club_members cm WHERE cm.club_id = $1 AND cm.member_id = ${of}.id),
    'groups', coalesce((SELECT json_agg(g.name ORDER BY g.name) FROM group_members gm
      JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id
      WHERE gm.client_id = ${of}.client_id AND gm.member_id = ${of}.id AND (gm.to_date IS NULL OR gm.to_date >= $2)), '[]'),
    'guardians', coalesce((SELECT json_agg(concat_ws(' ', ga.firstname, ga.lastname, ga.email) ORDER BY ga.position) FROM guardians ga
      WHERE ga.client_id = ${of}.client_id AND ga.member_id = ${of}.id), '[]'),
    'marks', (SELECT count(*) FROM assessments a WHERE a.client_id = ${of}.client_id AND a.member_id = ${of}.id),
    'awards', (SELECT count(*) FROM awards a WHERE a.client_id = ${of}.client_id AND a.member_id = ${of}.id AND a.ended_at IS NULL))`

/** One part of a birthday typed wrongly, or its day and month the other way round. */
const slip = `(extract(year FROM a.dob) = extract(year FROM b.dob))::int + (extract(month FROM a.dob) = extract(month FROM b.dob))::int
  + (extract(day FROM a.dob) = extract(day FROM b.dob))::int >= 2
  OR (extract(year FROM a.dob) = extract(year FROM b.dob) AND extract(month FROM a.dob) = extract(day FROM b.dob)
    AND extract(day FROM a.dob) = extract(month FROM b.dob))`
const oneHome = `EXISTS (SELECT FROM guardians x JOIN guardians y ON y.client_id = x.client_id AND lower(y.email) = lower(x.email)
  WHERE x.member_id = a.member_id AND y.member_id = b.member_id)`

/** Records of this club that may be one child: same names with birthdays that a slip parts or with one guardian, or the same birthday with one name the same and the other begun alike. */
export async function findDuplicates(tx: Tx, { clubId, today }: ClubContext): Promise<Duplicate[]> {
  const { rows } = await tx.query<Duplicate>(
    prepared(
      `WITH here AS MATERIALIZED (SELECT cm.member_id, cm.sort_name, cm.dob, folded(m.firstname) AS f, folded(m.lastname) AS l
         FROM club_members cm JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
         WHERE cm.club_id = $1 AND cm.status IN ('active', 'inactive')),
       pairs AS (
         SELECT a.member_id AS a, b.member_id AS b, 'name' AS why FROM here a JOIN here b ON b.sort_name = a.sort_name AND b.member_id > a.member_id AND (${slip} OR ${oneHome})
         UNION
         SELECT a.member_id, b.member_id, 'birthday' FROM here a JOIN here b ON b.dob = a.dob AND b.l = a.l AND left(b.f, 3) = left(a.f, 3)
           AND b.member_id > a.member_id AND b.sort_name <> a.sort_name
         UNION
         SELECT a.member_id, b.member_id, 'birthday' FROM here a JOIN here b ON b.dob = a.dob AND b.f = a.f
           AND b.member_id > a.member_id AND b.sort_name <> a.sort_name AND (position(b.l IN a.l) > 0 OR position(a.l IN b.l) > 0))
       SELECT p.why, json_build_array(${twin('x')}, ${twin('y')}) AS members
       FROM (SELECT * FROM pairs ORDER BY why, a, b LIMIT ${MOST}) p JOIN members x ON x.id = p.a JOIN members y ON y.id = p.b
       ORDER BY p.why, x.lastname, x.firstname, p.a, p.b`,
      [clubId, today],
    ),
  )
  return rows
}

/** What was merged in this club, newest first. */
export async function listMerges(tx: Tx, { clubId }: ClubContext): Promise<MemberMerge[]> {
  const { rows } = await tx.query<MemberMerge>(
    `SELECT mm.id, mm.kept_id AS kept_uuid, k.firstname || ' ' || k.lastname AS kept, m.firstname || ' ' || m.lastname AS merged,
       u.firstname || ' ' || u.lastname AS by, floor(extract(epoch FROM mm.at))::int AS at, mm.undone_at IS NOT NULL AS undone
     FROM member_merges mm JOIN members k ON k.client_id = mm.client_id AND k.id = mm.kept_id
     JOIN members m ON m.client_id = mm.client_id AND m.id = mm.merged_id JOIN users u ON u.client_id = mm.client_id AND u.id = mm.user_id
     WHERE mm.club_id = $1 ORDER BY mm.at DESC, mm.id LIMIT ${MOST}`,
    [clubId],
  )
  return rows
}
