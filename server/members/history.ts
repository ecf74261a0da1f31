import type { AttendanceEntry, MemberLogEntry } from '#contract/members/club-members.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { UNDO_DAYS } from './change-sets/change-set.ts'
import { prepared, type Tx } from '#server/platform/tenancy.ts'

/** A page of a list; pages count from 0. */
export interface PageSlice {
  page: number
  perPage: number
}

/** One page of a member's attendance at this club; null when the member does not belong to the club. */
export async function readAttendance(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  { page, perPage }: PageSlice,
): Promise<{ entries: AttendanceEntry[]; total: number } | null> {
  const source = `FROM registers r WHERE r.client_id = cm.client_id AND r.member_id = cm.member_id AND r.club_id = cm.club_id
    AND r.kind = 'attendance' AND r.value IN ('"present"', '"absent"')`
  const { rows } = await tx.query<{ entries: AttendanceEntry[]; total: number }>(
    prepared(
      `SELECT coalesce((SELECT json_agg(json_build_object('date', r.date, 'group', g.name, 'value', r.value,
           'by', u.firstname || ' ' || u.lastname) ORDER BY r.date DESC, g.name)
         FROM (SELECT * ${source} ORDER BY r.date DESC, r.lane LIMIT $3 OFFSET $4) r
         JOIN groups g ON g.client_id = r.client_id AND g.id = r.group_id
         JOIN users u ON u.client_id = r.client_id AND u.id = r.author_id), '[]') AS entries,
         (SELECT count(*) ${source}) AS total
       FROM club_members cm WHERE cm.club_id = $1 AND cm.member_id = $2`,
      [context.clubId, memberId, perPage, page * perPage],
    ),
  )
  return rows[0] ?? null
}

/** One page of a member's audit log, without marks, which have a list of their own; null when the member does not belong to the club. */
export async function readLog(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  { page, perPage }: PageSlice,
): Promise<{ entries: MemberLogEntry[]; total: number } | null> {
  const source = `FROM audit_log a WHERE a.client_id = cm.client_id AND a.entity = 'member' AND a.entity_id = cm.member_id::text AND a.action <> 'mark'`
  const name = (id: string) =>
    `(SELECT u.firstname || ' ' || u.lastname FROM users u WHERE u.client_id = a.client_id AND u.id = ${id})`
  const { rows } = await tx.query<{ entries: MemberLogEntry[]; total: number }>(
    prepared(
      `SELECT coalesce((SELECT json_agg(json_build_object('at', floor(extract(epoch FROM a.at)), 'by', ${name('a.user_id')},
           'as', ${name('a.acting_as')}, 'action', a.action, 'fields', coalesce(a.after -> 'fields', '[]'),
           'undo', (SELECT s.id FROM change_sets s WHERE s.client_id = a.client_id AND s.club_id = cm.club_id AND s.id::text = a.after ->> 'step'
             AND s.undone_at IS NULL AND s.at > to_timestamp($5::bigint / 1000.0) - make_interval(days => ${UNDO_DAYS})),
           'group', (SELECT g.name FROM groups g WHERE g.client_id = a.client_id AND g.id::text = a.after ->> 'group')) ORDER BY a.id DESC)
         FROM (SELECT * ${source} ORDER BY a.id DESC LIMIT $3 OFFSET $4) a), '[]') AS entries,
         (SELECT count(*) ${source}) AS total
       FROM club_members cm WHERE cm.club_id = $1 AND cm.member_id = $2`,
      [context.clubId, memberId, perPage, page * perPage, context.nowMs],
    ),
  )
  return rows[0] ?? null
}
