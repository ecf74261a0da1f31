import { Type } from 'typebox'
import type { Outcome } from '#contract/assessment/sync.ts'
import { foldEdits, type Fold, type LaneEdit } from '#domain/assessment/lane.ts'
import { isRegisterKind, type RegisterKind } from '#domain/assessment/commands/commands.ts'
import { clampStamp } from '#domain/assessment/stamp.ts'
import { clubsOfMembers } from '#server/members/queries.ts'
import { parentsOf } from '#server/tenants/changes/linked-parents.ts'
import { execute, queryRows, tenantStatement } from '#server/platform/sql/statement.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { CheckedEdit, CheckedOf } from './check-operations.ts'
import { storedHash } from './operations.ts'
import type { Store } from './store.ts'
import type { ChangedKey } from '#server/tenants/changes/change-counters.ts'

/** A register entry (attendance, badge, move, note or word to the family) that passed all checks. */
export type CheckedRegister = Omit<CheckedOf<RegisterKind>, 'timeZone'>

/** The store of everything that coaches record besides marks and plans: one value a lane. */
export const registerStore: Store = {
  async lock({ tx, nowMs }, edits) {
    const checked = registersOf(edits)
    // a badge concerns every club of the member, not only the one that handed it over
    const badgedMembers = checked.flatMap(({ kind, payload }) => (kind === 'badge' ? [payload.memberUuid] : []))
    const membersWithWord = checked.flatMap(({ kind, payload }) => (kind === 'family_word' ? [payload.memberUuid] : []))
    const [history, memberships, parents] = await Promise.all([
      lockRegisters(tx, checked),
      badgedMembers.length > 0 ? clubsOfMembers(tx, badgedMembers) : [],
      membersWithWord.length > 0 ? parentsOf(tx, membersWithWord) : [],
    ])
    return {
      fold(fresh, outcomes) {
        const folded = foldRegisters(nowMs, registersOf(fresh), history, outcomes)
        return Promise.resolve({
          changes: changedRegisters(folded, memberships),
          parents: parents.map(({ user_id, member_id }): [string, string] => [user_id, member_id]),
          write: () => writeRegisters(tx, folded, outcomes),
        })
      },
    }
  },
}

function registersOf(edits: readonly CheckedEdit[]): CheckedOf<RegisterKind>[] {
  return edits.filter((edit): edit is CheckedOf<RegisterKind> => isRegisterKind(edit.kind))
}

/** A register entry as an edit in its lane's history. */
interface RegisterEdit extends LaneEdit {
  value: unknown
  authorId: string
  ts: number
}

/**
 * A lane with the arrived edits folded into its history. `first` is one of these edits; all have its kind, member,
 * group and club.
 */
interface FoldedRegister {
  first: CheckedRegister
  fold: Fold<RegisterEdit>
  /** The stored hash of each arrived edit's operation. */
  hashes: ReadonlyMap<string, string>
  /** Ids of the operations whose stamp was ahead of the server's clock and was set back. */
  clamped: ReadonlySet<string>
}

/**
 * A lane that is new has no row to lock. The attendance of a group shares one lock ($2 has the group), which is cheaper
 * than one for each child.
 */
const LOCK_LANES = tenantStatement(
  'assessment/lock-lanes',
  `SELECT pg_advisory_xact_lock(number) FROM (
     SELECT DISTINCT hashtextextended($1 || ' register ' || name, 0) AS number FROM unnest($2::text[]) name
     ORDER BY number) lock`,
  { prepare: true },
)

const LOCK_REGISTERS = tenantStatement(
  'assessment/lock-registers',
  'SELECT FROM registers WHERE client_id = $1 AND lane = ANY($2) ORDER BY lane COLLATE "C" FOR UPDATE',
  { prepare: true },
)

// the value is passed on as its kind has it
const REGISTER_EDITS = tenantStatement(
  'assessment/list-register-edits',
  `SELECT op_id, lane, value, author_id, ts, stamp_ms, stamp_counter, stamp_device, stamp_seq, superseded_by_own_edit
   FROM register_edits WHERE client_id = $1 AND lane = ANY($2)`,
  { prepare: true, json: { value: Type.Unknown() } },
)

/** Locks the lanes, in the order of their names, and reads their history; the statements are sent together. */
export async function lockRegisters(tx: Tx, edits: readonly CheckedRegister[]): Promise<Map<string, RegisterEdit[]>> {
  const history = new Map<string, RegisterEdit[]>()
  if (edits.length === 0) return history
  const editByLane = new Map(edits.map((edit) => [edit.op.lane, edit]))
  const laneNames = [...editByLane.keys()]
  const [, , rows] = await Promise.all([
    execute(tx, LOCK_LANES, [
      edits.map(({ kind, op, payload }) => (kind === 'attendance' ? payload.groupId : op.lane)),
    ]),
    execute(tx, LOCK_REGISTERS, [laneNames]),
    queryRows(tx, REGISTER_EDITS, [laneNames]),
  ])
  for (const row of rows) {
    const edit = {
      opId: row.op_id,
      value: row.value,
      authorId: row.author_id,
      ts: row.ts,
      supersededByOwnEdit: row.superseded_by_own_edit,
      stamp: { ms: row.stamp_ms, counter: row.stamp_counter, deviceId: row.stamp_device, deviceSeq: row.stamp_seq },
    }
    const laneHistory = history.get(row.lane)
    if (laneHistory) laneHistory.push(edit)
    else history.set(row.lane, [edit])
  }
  return history
}

/** Folds fresh edits into their lanes and sets each one's outcome. */
export function foldRegisters(
  nowMs: number,
  fresh: readonly CheckedRegister[],
  history: ReadonlyMap<string, readonly RegisterEdit[]>,
  outcomes: Map<string, Outcome>,
): FoldedRegister[] {
  const lanes = Map.groupBy(fresh, (edit) => edit.op.lane)
  return [...lanes].flatMap(([lane, edits]) => {
    const [first] = edits
    if (!first) return []
    const clamped = new Set<string>()
    const fold = foldEdits(
      history.get(lane) ?? [],
      edits.map(({ op, payload, deviceId }): RegisterEdit => {
        const stamp = clampStamp({ ...op.stamp, deviceId }, nowMs)
        if (stamp.ms !== op.stamp.ms) clamped.add(op.opId)
        return {
          opId: op.opId,
          stamp,
          supersededByOwnEdit: false,
          value: payload.value,
          authorId: op.authorUuid,
          ts: payload.timestamp,
        }
      }),
    )
    // there is an outcome for each edit; the default is only for the compiler
    edits.forEach(({ op: { opId } }, index) =>
      outcomes.set(opId, { opId, outcome: fold.outcomes[index] ?? 'superseded' }),
    )
    const hashes = new Map(edits.map(({ op }) => [op.opId, storedHash(op)]))
    return [{ first, fold, hashes, clamped }]
  })
}

const INSERT_REGISTER_EDITS = tenantStatement(
  'assessment/insert-register-edits',
  `INSERT INTO register_edits (client_id, op_id, lane, value, author_id, ts, stamp_ms, stamp_counter,
     stamp_device, stamp_seq, clamped, superseded_by_own_edit, club_id, superseded, payload_hash, log_id)
   SELECT $1, *, nextval('audit_log_id_seq')
   FROM unnest($2::uuid[], $3::text[], $4::jsonb[], $5::uuid[], $6::bigint[], $7::bigint[], $8::int[],
     $9::uuid[], $10::bigint[], $11::boolean[], $12::boolean[], $13::uuid[], $14::boolean[], $15::bytea[])
   RETURNING client_id`,
  { prepare: true },
)

const WRITE_REGISTERS = tenantStatement(
  'assessment/write-registers',
  `INSERT INTO registers (client_id, author_id, lane, kind, club_id, member_id, group_id, date, scheme_id,
     node_id, value, ts)
   SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::uuid[], $6::uuid[], $7::uuid[], $8::date[],
     $9::uuid[], $10::text[], $11::jsonb[], $12::bigint[])
   ON CONFLICT (client_id, lane) DO UPDATE
     SET value = excluded.value, author_id = excluded.author_id, ts = excluded.ts RETURNING client_id`,
  { prepare: true },
)

const WRITE_NOTES = tenantStatement(
  'assessment/write-notes-of-members',
  `UPDATE club_members SET note = nullif(winner.note, ''), note_by = winner.author,
     note_at = to_timestamp(winner.ts)
   FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::bigint[])
     winner (club, member, note, author, ts)
   WHERE club_members.client_id = $1 AND club_members.club_id = winner.club AND club_members.member_id = winner.member
     -- unless the stored note is by an administrator and newer, by a second because entries have whole seconds
     AND NOT (coalesce(club_members.note_at >= to_timestamp(winner.ts + 1), false)
       AND EXISTS (SELECT FROM users WHERE users.client_id = club_members.client_id
         AND users.id = club_members.note_by AND users.type = 'admin'))`,
  { prepare: true },
)

/**
 * Sets each lane to its winner and adds every edit to the history, where it is its own entry of the audit log and tells
 * by itself that it was delivered (decision 130). A member's note is written to the member's row at
 * the club too, unless an administrator, who writes there without a lane, has written a newer one.
 */
export async function writeRegisters(
  tx: Tx,
  folded: readonly FoldedRegister[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<void> {
  if (folded.length === 0) return
  const edits = folded.flatMap(({ first, fold, hashes, clamped }) =>
    fold.stored.map((edit) => ({
      register: first,
      edit,
      clamped: clamped.has(edit.opId),
      hash: hashes.get(edit.opId) ?? '',
    })),
  )
  const notes = folded.filter(({ first }) => first.kind === 'note')
  await Promise.all([
    execute(tx, WRITE_REGISTERS, [
      folded.map(({ fold }) => fold.winner.authorId),
      folded.map(({ first }) => first.op.lane),
      folded.map(({ first }) => first.kind),
      folded.map(({ first }) => first.op.club),
      folded.map(({ first }) => first.payload.memberUuid),
      folded.map(({ first }) => first.payload.groupId),
      folded.map(({ first: { payload } }) => ('date' in payload ? payload.date : null)),
      folded.map(({ first }) => first.schemeId),
      folded.map(({ first: { payload } }) => ('schemeNodeId' in payload ? payload.schemeNodeId : null)),
      folded.map(({ fold }) => JSON.stringify(fold.winner.value)),
      folded.map(({ fold }) => fold.winner.ts),
    ]),
    execute(tx, INSERT_REGISTER_EDITS, [
      edits.map(({ edit }) => edit.opId),
      edits.map(({ register }) => register.op.lane),
      edits.map(({ edit }) => JSON.stringify(edit.value)),
      edits.map(({ edit }) => edit.authorId),
      edits.map(({ edit }) => edit.ts),
      edits.map(({ edit }) => edit.stamp.ms),
      edits.map(({ edit }) => edit.stamp.counter),
      edits.map(({ edit }) => edit.stamp.deviceId),
      edits.map(({ edit }) => edit.stamp.deviceSeq),
      edits.map(({ clamped }) => clamped),
      edits.map(({ edit }) => edit.supersededByOwnEdit),
      edits.map(({ register }) => register.op.club),
      edits.map(({ edit }) => outcomes.get(edit.opId)?.outcome !== 'applied'),
      edits.map(({ hash }) => Buffer.from(hash, 'hex')),
    ]),
    notes.length > 0 &&
      execute(tx, WRITE_NOTES, [
        notes.map(({ first }) => first.op.club),
        notes.map(({ first }) => first.payload.memberUuid),
        // the value of a note is a text
        notes.map(({ fold }) => String(fold.winner.value)),
        notes.map(({ fold }) => fold.winner.authorId),
        notes.map(({ fold }) => fold.winner.ts),
      ]),
  ])
}

/**
 * Keys for the change lists: attendance, moves and words in the club of the entry, a badge in every club of the member
 * (`memberships`). A note counts as a change of the member, in the club of the entry.
 */
export function changedRegisters(
  folded: readonly FoldedRegister[],
  memberships: readonly { club_id: string; member_id: string }[],
): ChangedKey[] {
  return folded.flatMap(({ first }): ChangedKey[] => {
    const { memberUuid } = first.payload
    if (first.kind === 'note') return [{ clubId: first.op.club, kind: 'member', key: memberUuid }]
    const clubs =
      first.kind === 'badge'
        ? memberships.filter((row) => row.member_id === memberUuid).map((row) => row.club_id)
        : [first.op.club]
    return clubs.map((clubId) => ({ clubId, kind: 'register', key: `${memberUuid}/${first.op.lane}` }))
  })
}
