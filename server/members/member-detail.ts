import { Type } from 'typebox'
import { ClubMemberPatch, MemberDetail } from '#contract/members/club-members.ts'
import type { MemberEntry } from '#domain/members/member-entry.ts'
import { memberFieldsOf } from '#domain/members/member-fields.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { revisionOf } from '#server/platform/http/revision.ts'
import { execute, findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { fieldsJson } from './member-columns.ts'
import { isRunning } from '#server/tenants/clubs/today.ts'

/** SQL of FROM and WHERE for the member $3 (`members`) of the club $2 (`club_members`) of the client $1. */
export const fromClubMember = `FROM club_members
  JOIN members ON members.client_id = club_members.client_id AND members.id = club_members.member_id
  WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.member_id = $3
    AND club_members.status <> 'merged'`

/** With the row at the club, which changes of many members lock alone. */
const LOCK_MEMBER = tenantStatement(
  'members/lock-member',
  `SELECT FROM members
   JOIN club_members ON club_members.client_id = members.client_id AND club_members.member_id = members.id
   WHERE members.client_id = $1 AND club_members.club_id = $2 AND members.id = $3
   FOR NO KEY UPDATE`,
)

const EDITABLE_FIELDS = tenantStatement(
  'members/read-editable-fields',
  `SELECT json_build_object(${fieldsJson()}) AS fields ${fromClubMember}`,
  { json: { fields: Type.Required(ClubMemberPatch) }, prepare: true },
)

/**
 * Reads a member's fields and locks the member until the transaction ends; null when it does not belong to the
 * club.
 */
export async function lockEditable(tx: Tx, context: ClubContext, memberId: string): Promise<MemberEntry | null> {
  await execute(tx, LOCK_MEMBER, [context.clubId, memberId])
  const row = await findRow(tx, EDITABLE_FIELDS, [context.clubId, memberId])
  return row?.fields ?? null
}

/** The revision of a member's form. It picks the fields, because the caller may pass a whole detail. */
export function detailRevision(member: MemberEntry): string {
  return revisionOf({ ...memberFieldsOf((name) => member[name]), guardians: member.guardians })
}

const { revision: _revision, ...storedDetail } = MemberDetail.properties

const DETAIL = tenantStatement(
  'members/read-detail',
  `SELECT json_build_object(${fieldsJson()}, 'uuid', members.id,
    'age', extract(year FROM age($4::date, members.dob))::int,
    'current_remote_node_id', members.current_remote_node_id,
    'note_by', (SELECT users.firstname || ' ' || users.lastname FROM users
      WHERE users.client_id = club_members.client_id AND users.id = club_members.note_by),
    'note_at', floor(extract(epoch FROM club_members.note_at)),
    'groups', coalesce((SELECT json_agg(json_build_object('id', groups.id, 'name', groups.name,
      'weekdays', to_json(groups.weekdays),
        'start_at', to_char(groups.start_at, 'HH24:MI'), 'duration_minutes', groups.duration_minutes,
          'from', group_members.from_date, 'levels', to_json(groups.levels),
        'scheme_slug', (SELECT schemes.slug FROM schemes
          WHERE schemes.client_id = groups.client_id AND schemes.id = groups.scheme_id),
        'coaches', (SELECT coalesce(json_agg(users.firstname || ' ' || users.lastname ORDER BY users.lastname),
          '[]') FROM group_coaches
          JOIN users ON users.client_id = group_coaches.client_id AND users.id = group_coaches.user_id
          WHERE group_coaches.client_id = groups.client_id AND group_coaches.group_id = groups.id
            AND group_coaches.from_date <= $4 AND (group_coaches.to_date IS NULL OR group_coaches.to_date >= $4)))
        ORDER BY groups.name)
      FROM group_members JOIN groups ON groups.client_id = group_members.client_id
        AND groups.id = group_members.group_id AND groups.club_id = club_members.club_id
      WHERE group_members.client_id = club_members.client_id AND group_members.member_id = club_members.member_id
        AND (group_members.to_date IS NULL OR group_members.to_date >= $4) AND ${isRunning('$4')}), '[]'),
    'links', coalesce((SELECT json_agg(json_build_object('uuid', users.id, 'firstname', users.firstname,
      'lastname', users.lastname) ORDER BY users.lastname)
      FROM member_links JOIN users ON users.client_id = member_links.client_id AND users.id = member_links.user_id
      WHERE member_links.client_id = members.client_id AND member_links.member_id = members.id), '[]'),
    'owners', (SELECT json_agg(json_build_object('id', clubs.id, 'name', clubs.name) ORDER BY clubs.name)
      FROM club_members owner JOIN clubs ON clubs.client_id = owner.client_id AND clubs.id = owner.club_id
        AND clubs.deleted_at IS NULL
      WHERE owner.client_id = members.client_id AND owner.member_id = members.id)) AS detail ${fromClubMember}`,
  { json: { detail: Type.Object(storedDetail) }, prepare: true },
)

/**
 * Everything that this club's administrators see of a member, with its groups of today and of later days; null when it
 * does not belong to the club.
 */
export async function readDetail(tx: Tx, context: ClubContext, memberId: string): Promise<MemberDetail | null> {
  const row = await findRow(tx, DETAIL, [context.clubId, memberId, context.today])
  return row ? { ...row.detail, revision: detailRevision(row.detail) } : null
}
