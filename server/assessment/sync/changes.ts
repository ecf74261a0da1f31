import type { Change, ChangesReply } from '#contract/assessment/sync.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import { concernedPlans } from '#server/assessment/lesson-plans/plan-rows.ts'
import { parseStorableJson } from '#server/platform/http/json-body.ts'
import { findRow, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { todayAt } from '#server/tenants/clubs/today.ts'
import { ID_PART, readChangedRows, secondId, type ChangedRow } from './changed-rows.ts'
import { scopeOf, type Scope } from './device-scope.ts'
import { readEpoch } from './push.ts'
import { ATTENDANCE_DAYS } from './tablet-days.ts'

/** Changes per page. */
const PAGE = 500
/** Sorts after every kind of change; the kind of a cursor that has read all changes so far. */
const AFTER_ALL = 'z'

/** How far a device has read a club's change list: up to the entry with this revision, kind and key. */
interface Cursor {
  club: string
  rev: number
  kind: string
  key: string
  /** The hash of the rights that the coach had (`Scope.hash`). */
  scope: string
  epoch: string
}

function encodeCursor(cursor: Cursor): string {
  return Buffer.from(
    JSON.stringify([cursor.club, cursor.rev, cursor.kind, cursor.key, cursor.scope, cursor.epoch]),
  ).toString('base64url')
}

function decodeCursor(text: string): Cursor | null {
  try {
    const fields = parseStorableJson(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(fields) || fields.length !== 6) return null
    const [club, rev, kind, key, scope, epoch] = fields.map(String)
    const revision = Number(rev)
    if (
      club === undefined ||
      kind === undefined ||
      key === undefined ||
      scope === undefined ||
      epoch === undefined ||
      !Number.isSafeInteger(revision)
    )
      return null
    return { club, rev: revision, kind, key, scope, epoch }
  } catch {
    return null
  }
}

const COUNTER = tenantStatement(
  'assessment/read-counter-of-club',
  'SELECT rev, oldest_cursor FROM club_counters WHERE client_id = $1 AND club_id = $2',
  { prepare: true },
)

/**
 * SQL condition: the table has no place for the key of the row of `changes`. It compares a value, because the planner
 * would read the whole table for NOT EXISTS.
 */
const isPlaceGone = (table: 'group_members' | 'guests') => `(SELECT true FROM ${table} place
           WHERE place.client_id = $1 AND place.member_id = changes.member_id
             AND place.group_id = left(changes.key, 36)::uuid LIMIT 1) IS NULL`

/** SQL condition: a change is about a member whom the coach may see, of whom the database makes a hash table. */
const IS_SEEN = 'member_id IN (SELECT unnest($6::uuid[]))'
/** SQL of today's date at the club. It depends on no row, so that an index finds the days. */
const TODAY_AT_CLUB = `(SELECT ${todayAt('club')} FROM clubs club WHERE club.client_id = $1 AND club.id = $2)`

// $3 to $5 are the cursor's position, $6 to $9 the ids that the coach may see, $10 the days of attendance; the page has
// an order and a limit of its own, or all later changes would be read and sorted for each page
const PAGE_OF_CHANGES = tenantStatement(
  'assessment/list-changes-of-club',
  `(SELECT kind, key, rev FROM changes WHERE client_id = $1 AND club_id = $2 AND (rev, kind, key) > ($3, $4, $5)
     AND CASE kind
       WHEN 'group' THEN key = ANY($7::uuid[]::text[])
       -- of a plan that an undo has removed, nobody knows whose it was
       WHEN 'plan' THEN key = ANY($8::uuid[]::text[]) OR (SELECT true FROM lesson_plans plan
         WHERE plan.client_id = $1 AND plan.id = changes.key::uuid LIMIT 1) IS NULL
       WHEN 'plan_group' THEN split_part(key, '/', 1) = ANY($9::uuid[]::text[])
       -- a place that was taken back, as by an undo, may be all that the coach had of the member
       WHEN 'group_member' THEN left(key, 36)::uuid = ANY($7) AND (${IS_SEEN}
         OR ${isPlaceGone('group_members')} AND ${isPlaceGone('guests')})
       WHEN 'erasure' THEN true
       ELSE ${IS_SEEN} END
   ORDER BY rev, kind, key LIMIT ${PAGE})
   UNION ALL
   -- plans written at another club, by the coach or a colleague, may have no row in this club's list: a full load
   -- adds them
   SELECT 'plan', plan::text, 0 FROM unnest($8::uuid[]) plan
   WHERE plan IS NOT NULL AND $3 = 0 AND ('plan', plan::text) > ($4, $5)
     AND NOT EXISTS (SELECT FROM changes
       WHERE client_id = $1 AND club_id = $2 AND kind = 'plan' AND key = plan::text)
   UNION ALL
   -- changes of old attendance are deleted (forgetOldChanges): a full load adds what coaches may still correct
   SELECT 'register', old.key, 0 FROM (
     SELECT member_id || '/' || lane AS key FROM registers
     WHERE $3 = 0 AND client_id = $1 AND club_id = $2 AND present IS NOT NULL AND ${IS_SEEN}
       AND date < ${TODAY_AT_CLUB} - ${ATTENDANCE_DAYS} AND date >= ${TODAY_AT_CLUB} - $10::int) old
   WHERE ('register', old.key) > ($4, $5)
     AND NOT EXISTS (SELECT FROM changes
       WHERE client_id = $1 AND club_id = $2 AND kind = 'register' AND key = old.key)
   ORDER BY rev, kind, key LIMIT ${PAGE}`,
  { prepare: true },
)

/**
 * A page of the changes at a club since the cursor `cursorText`, as far as the coach may see them. An empty cursor
 * starts a full load. A cursor that is malformed, of another club or ahead of the change counter, older than changes
 * that were deleted (`forgetOldChanges`), or that no longer fits the coach's rights or the database's epoch, gets the
 * answer `reload`, after which the device starts a full load.
 * `all` includes the other groups of the club.
 */
export async function readChanges(
  tx: Tx,
  userId: string,
  clubId: string,
  cursorText: string,
  nowMs: number,
  all = false,
  attendanceDays = ATTENDANCE_DAYS,
): Promise<ChangesReply> {
  // the statements are sent together and run in this order
  const [scope, epoch, counters] = await Promise.all([
    scopeOf(tx, userId, clubId, nowMs, all, attendanceDays),
    readEpoch(tx),
    findRow(tx, COUNTER, [clubId]),
  ])
  const counter = counters?.rev ?? 0
  const cursor: Cursor | null =
    cursorText === '' ? { club: clubId, rev: 0, kind: '', key: '', scope: scope.hash, epoch } : decodeCursor(cursorText)
  const common = { epoch, serverTime: nowMs, from: cursorText }
  if (
    !cursor ||
    cursor.club !== clubId ||
    cursor.scope !== scope.hash ||
    cursor.epoch !== epoch ||
    cursor.rev > counter ||
    (cursor.kind === AFTER_ALL && cursor.rev < (counters?.oldest_cursor ?? 0))
  ) {
    return { ...common, cursor: '', rev: 0, more: true, reload: true, changes: [] }
  }
  const plans = await concernedPlans(tx, userId, scope.ownGroups)
  const rows = await queryRows(tx, PAGE_OF_CHANGES, [
    clubId,
    cursor.rev,
    cursor.kind,
    cursor.key,
    scope.members,
    scope.groups,
    plans,
    scope.ownGroups,
    scope.attendanceDays,
  ])
  const data = await readChangedRows(tx, rows, scope, clubId, userId)
  const more = rows.length === PAGE
  const last = rows.at(-1)
  // the cursor skips changes that the coach may not see; no later commit has a revision below the counter
  const position = more && last ? last : { rev: Math.max(counter, last?.rev ?? 0), kind: AFTER_ALL, key: '' }
  return {
    ...common,
    cursor: encodeCursor({ ...cursor, ...position }),
    rev: position.rev,
    more,
    reload: false,
    changes: rows.flatMap((row) => data.get(`${row.kind}:${row.key}`) ?? removalsOf(row, scope, nowMs)),
  }
}

/**
 * The changes by which a device removes a row that is not there any more or that it may not hold. With the place of a
 * member who is in none of the groups any more it removes the member. Attendance that is too old to be sent is on no
 * device: each loads everything anew once a day.
 */
function removalsOf({ kind, key }: ChangedRow, scope: Scope, nowMs: number): Change[] {
  const [laneKind, , date = ''] = kind === 'register' ? key.slice(ID_PART).split('/') : []
  // a day more, because the club's day may be an earlier one
  if (laneKind === 'attendance' && date < addDays(localDate(nowMs, 'UTC'), -scope.attendanceDays - 1)) return []
  const removed = [{ kind, key, data: null } as Change]
  if (kind !== 'group_member' || scope.members.includes(secondId(key))) return removed
  return [...removed, { kind: 'member', key: secondId(key), data: null }]
}
