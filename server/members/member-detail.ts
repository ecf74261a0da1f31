import type { MemberDetail } from '#contract/members/club-members.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** The fields that a form may change. The revision is computed from them. */
export type Editable = Pick<
  MemberDetail,
  | 'firstname'
  | 'lastname'
  | 'dob'
  | 'ngo_id'
  | 'member_type'
  | 'category'
  | 'status'
  | 'tags'
  | 'medical'
  | 'phones'
  | 'note'
  | 'guardians'
>

/** SQL of the editable fields, as arguments of `json_build_object`. */
const editable = `'firstname', m.firstname, 'lastname', m.lastname, 'dob', m.dob, 'ngo_id', m.ngo_id,
  'member_type', cm.member_type, 'category', cm.category, 'status', cm.status, 'tags', to_json(cm.tags),
  'medical', m.medical, 'phones', to_json(m.phones), 'note', cm.note,
  'guardians', coalesce((SELECT json_agg(json_build_object('guardian_firstname', g.firstname, 'guardian_lastname', g.lastname,
      'guardian_email', g.email) ORDER BY g.position)
    FROM guardians g WHERE g.client_id = m.client_id AND g.member_id = m.id), '[]')`

/** SQL: the member `$2` as `m`, and its row at the club `$1` as `cm`. */
export const fromClubMember = `FROM club_members cm JOIN members m ON m.client_id = cm.client_id AND m.id = cm.member_id
  WHERE cm.club_id = $1 AND cm.member_id = $2 AND cm.status <> 'merged'`

/** Reads a member's editable fields and locks the member until the transaction ends; null when it does not belong to the club. */
export async function lockEditable(tx: Tx, context: ClubContext, memberId: string): Promise<Editable | null> {
  await tx.query('SELECT FROM members WHERE id = $1 FOR NO KEY UPDATE', [memberId])
  const { rows } = await tx.query<{ now: Editable }>(
    prepared(`SELECT json_build_object(${editable}) AS now ${fromClubMember}`, [context.clubId, memberId]),
  )
  return rows[0]?.now ?? null
}

/** The revision of a member's form. It picks the editable fields, because the caller may pass a whole detail. */
export function detailRevision(entry: Editable): string {
  const { firstname, lastname, dob, ngo_id, member_type, category, status, tags, medical, phones, note, guardians } =
    entry
  return revisionOf({
    firstname,
    lastname,
    dob,
    ngo_id,
    member_type,
    category,
    status,
    tags,
    medical,
    phones,
    note,
    guardians,
  })
}

/** Everything that this club's administrators see of a member; null when it does not belong to the club. */
export async function readDetail(tx: Tx, context: ClubContext, memberId: string): Promise<MemberDetail | null> {
  const { rows } = await tx.query<{ detail: Omit<MemberDetail, 'revision'> }>(
    prepared(
      `SELECT json_build_object(${editable}, 'uuid', m.id, 'age', extract(year FROM age($3::date, m.dob))::int,
        'current_remote_node_id', m.current_remote_node_id,
        'note_by', (SELECT u.firstname || ' ' || u.lastname FROM users u WHERE u.client_id = cm.client_id AND u.id = cm.note_by),
        'note_at', floor(extract(epoch FROM cm.note_at)),
        'groups', coalesce((SELECT json_agg(json_build_object('id', g.id, 'name', g.name, 'weekdays', to_json(g.weekdays),
            'start_at', to_char(g.start_at, 'HH24:MI'), 'duration_minutes', g.duration_minutes, 'from', gm.from_date, 'levels', to_json(g.levels),
            'scheme_slug', (SELECT s.slug FROM schemes s WHERE s.client_id = g.client_id AND s.id = g.scheme_id),
            'coaches', (SELECT coalesce(json_agg(u.firstname || ' ' || u.lastname ORDER BY u.lastname), '[]') FROM group_coaches gc
              JOIN users u ON u.client_id = gc.client_id AND u.id = gc.user_id
              WHERE gc.client_id = g.client_id AND gc.group_id = g.id AND gc.from_date <= $3 AND (gc.to_date IS NULL OR gc.to_date >= $3)))
            ORDER BY g.name)
          FROM group_members gm JOIN groups g ON g.client_id = gm.client_id AND g.id = gm.group_id AND g.club_id = cm.club_id
          WHERE gm.client_id = cm.client_id AND gm.member_id = cm.member_id AND (gm.to_date IS NULL OR gm.to_date >= $3)), '[]'),
        'links', coalesce((SELECT json_agg(json_build_object('uuid', u.id, 'firstname', u.firstname, 'lastname', u.lastname) ORDER BY u.lastname)
          FROM member_links l JOIN users u ON u.client_id = l.client_id AND u.id = l.user_id
          WHERE l.client_id = m.client_id AND l.member_id = m.id), '[]'),
        'owners', (SELECT json_agg(json_build_object('id', cl.id, 'name', cl.name) ORDER BY cl.name)
          FROM club_members o JOIN clubs cl ON cl.client_id = o.client_id AND cl.id = o.club_id
          WHERE o.client_id = m.client_id AND o.member_id = m.id)) AS detail ${fromClubMember}`,
      [context.clubId, memberId, context.today],
    ),
  )
  const [row] = rows
  return row ? { ...row.detail, revision: detailRevision(row.detail) } : null
}
