import { Type } from 'typebox'
import { AttendanceEntry, MemberLogEntry } from '#contract/members/club-members.ts'
import { UNDO_DAYS } from '#contract/platform/undo.ts'
import type { ClubContext } from '#server/tenants/clubs/club-context.ts'
import { exactDays } from '#server/platform/sql/exact-days.ts'
import { findRow, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { wordsIn } from '#server/platform/sql/words-in.ts'

/** A page of a list; pages count from 0. */
export interface PageSlice {
  page: number
  perPage: number
}

/** SQL of the rows of the member `club_members`. A value is stored as JSON, so it stands in double quotes. */
const attendance = `FROM registers
  WHERE registers.client_id = club_members.client_id AND registers.member_id = club_members.member_id
    AND registers.club_id = club_members.club_id
  AND registers.kind = 'attendance' AND registers.value IN ('"present"', '"absent"')`

const ATTENDANCE = tenantStatement(
  'members/list-attendance',
  `SELECT coalesce((SELECT json_agg(json_build_object('date', registers.date, 'group', groups.name,
      'value', registers.value,
         'by', users.firstname || ' ' || users.lastname) ORDER BY registers.date DESC, groups.name)
       FROM (SELECT * ${attendance} ORDER BY registers.date DESC, registers.lane LIMIT $4 OFFSET $5) registers
       JOIN groups ON groups.client_id = registers.client_id AND groups.id = registers.group_id
       JOIN users ON users.client_id = registers.client_id AND users.id = registers.author_id), '[]') AS entries,
     (SELECT count(*) ${attendance}) AS total
   FROM club_members
   WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.member_id = $3`,
  { json: { entries: Type.Array(AttendanceEntry) }, prepare: true },
)

/** One page of a member's attendance at this club; null when the member does not belong to the club. */
export async function readAttendance(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  { page, perPage }: PageSlice,
): Promise<{ entries: AttendanceEntry[]; total: number } | null> {
  return (await findRow(tx, ATTENDANCE, [context.clubId, memberId, perPage, page * perPage])) ?? null
}

/** SQL condition: the entry is not about a group, a register or words of another club of the member `club_members`. */
const concernsClub = (entry: string) => `(${entry}.club_id IS NULL OR ${entry}.club_id = club_members.club_id
    OR ${entry}.action NOT IN ('enter-group', 'leave-group', 'attendance', 'note', 'move', 'family_word'))`

/**
 * SQL of the entries about the member `club_members`, who is `$3`, from each part of `audit_entries` by an index. From a
 * column, the id as text would find no index in PostgreSQL 15 (`changes.ts` of the sync says why).
 */
const logEntries = `FROM (
    SELECT client_id, id, at, user_id, acting_as, action, after FROM audit_log
    WHERE audit_log.client_id = club_members.client_id AND entity = 'member' AND entity_id = $3::uuid::text
      AND ${concernsClub('audit_log')}
    UNION ALL
    SELECT client_id, id, at, user_id, acting_as, action, after FROM edit_entries
    WHERE edit_entries.client_id = club_members.client_id
      AND edit_entries.member_id = club_members.member_id AND ${concernsClub('edit_entries')}) audit_log`

/** SQL of the name of the user with this id; `id` is SQL, too. */
const nameOf = (id: string) =>
  `(SELECT users.firstname || ' ' || users.lastname FROM users
    WHERE users.client_id = audit_log.client_id AND users.id = ${id})`

/** SQL of an id that the entry names under this key; null where it names none. */
const idInEntry = (
  key: 'group' | 'op' | 'step',
) => `CASE WHEN audit_log.after ->> '${key}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
    THEN (audit_log.after ->> '${key}')::uuid END`

/** SQL of the title of the node `id` of the scheme of `edit` in the language $7; a manual pass has that of its level. */
const titleOf = (edit: string) =>
  `coalesce((SELECT ${wordsIn('scheme_nodes.title', '$7')} FROM scheme_nodes
    WHERE scheme_nodes.client_id = audit_log.client_id AND scheme_nodes.scheme_id = ${edit}.scheme_id
      AND scheme_nodes.id = regexp_replace(${edit}.node_id, '/manual$', '')), ${edit}.node_id)`

/** SQL of the grade kind of the node of a mark, also of a deleted one. */
const gradeKind = `(SELECT scheme_nodes.grade FROM scheme_nodes
    WHERE scheme_nodes.client_id = audit_log.client_id AND scheme_nodes.scheme_id = mark.scheme_id
      AND scheme_nodes.id = mark.node_id)`

/** SQL of the mark that the entry is about. The log names the operation, whose content is stored under its id. */
const markOfEntry = `(SELECT json_build_object('scheme_slug', schemes.slug, 'node_id', mark.node_id,
    'title', ${titleOf('mark')}, 'grade_kind', ${gradeKind}, 'grade', mark.grade, 'pass', mark.pass, 'ts', mark.ts)
  FROM assessments mark
  JOIN schemes ON schemes.client_id = mark.client_id AND schemes.id = mark.scheme_id
  WHERE audit_log.action = 'mark' AND mark.client_id = audit_log.client_id
    AND mark.op_id = audit_log.op)`

/** SQL of what a coach entered in a register or about a badge. A note or a wish for the next term is not shown. */
const enteredOfEntry = `(SELECT json_build_object('value', edit.value, 'group', groups.name, 'date', register.date,
    'level', CASE WHEN register.kind = 'badge' THEN ${titleOf('register')} END)
  FROM register_edits edit
  JOIN registers register ON register.client_id = edit.client_id AND register.lane = edit.lane
  LEFT JOIN groups ON groups.client_id = register.client_id AND groups.id = register.group_id
    AND groups.club_id = club_members.club_id
  WHERE audit_log.action IN ('attendance', 'badge') AND edit.client_id = audit_log.client_id
    AND edit.op_id = audit_log.op)`

const LOG = tenantStatement(
  'members/list-log',
  `SELECT coalesce((SELECT json_agg(json_build_object('at', floor(extract(epoch FROM audit_log.at)),
      'by', ${nameOf('audit_log.user_id')},
         'as', ${nameOf('audit_log.acting_as')}, 'action', audit_log.action,
           'fields', coalesce(audit_log.after -> 'fields', '[]'),
         'undo', (SELECT change_sets.id FROM change_sets
           WHERE change_sets.client_id = audit_log.client_id AND change_sets.club_id = club_members.club_id
             AND change_sets.id = audit_log.step
           AND change_sets.undone_at IS NULL
             AND change_sets.at > to_timestamp($6::bigint / 1000.0) - ${exactDays(UNDO_DAYS)}),
         'group', (SELECT groups.name FROM groups
           WHERE groups.client_id = audit_log.client_id AND groups.id = audit_log.group_id),
         'mark', ${markOfEntry}, 'entered', ${enteredOfEntry})
           ORDER BY audit_log.id DESC)
       FROM (SELECT *, ${idInEntry('op')} AS op, ${idInEntry('step')} AS step, ${idInEntry('group')} AS group_id
         ${logEntries} ORDER BY audit_log.id DESC LIMIT $4 OFFSET $5) audit_log), '[]') AS entries,
     (SELECT count(*) ${logEntries}) AS total
   FROM club_members
   WHERE club_members.client_id = $1 AND club_members.club_id = $2 AND club_members.member_id = $3`,
  { json: { entries: Type.Array(MemberLogEntry) }, prepare: true },
)

/**
 * One page of a member's audit log, with titles in the language; null when the member does not belong to the club.
 * `undo` names the change set that can still be undone; the log calls its id `step`.
 */
export async function readLog(
  tx: Tx,
  context: ClubContext,
  memberId: string,
  { page, perPage }: PageSlice,
  language: string,
): Promise<{ entries: MemberLogEntry[]; total: number } | null> {
  const values = [context.clubId, memberId, perPage, page * perPage, context.nowMs, language] as const
  return (await findRow(tx, LOG, values)) ?? null
}
