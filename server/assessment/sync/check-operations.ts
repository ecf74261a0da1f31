import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { editPayloads, type Operation } from '#contract/assessment/sync.ts'
import { commandOf, isEditKind, type EditKind, type Payloads } from '#domain/assessment/commands/commands.ts'
import type { RejectionCode } from '#domain/assessment/commands/command.ts'
import { guestPeriod, type GuestPayload } from '#domain/assessment/commands/guest.ts'
import { isPossibleStamp } from '#domain/assessment/stamp.ts'
import { namedBy } from '#domain/assessment/commands/named.ts'
import type { CommandState } from '#domain/assessment/commands/state.ts'
import { holdRecords } from '#server/members/hold-records.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import { readCommandStates, type SentOperation, type WellFormed } from './command-state.ts'
import { payloadHash } from './new-operation.ts'

/** An operation that passed all checks. Nothing in its payload is later than the server's time. */
export type CheckedEdit = {
  [K in EditKind]: {
    /** The operation as it was sent, in the lane of the payload beside it. */
    op: Operation
    kind: K
    payload: Payloads[K]
    /** The device that sent it. */
    deviceId: string
    /** The scheme that the payload names. */
    schemeId: string | null
    /** The time zone of the operation's club. */
    timeZone: string
  }
}[EditKind]

/** The checked operation of one kind. */
export type CheckedOf<K extends EditKind> = Extract<CheckedEdit, { kind: K }>

/** A checked operation, or why it is rejected. */
export type Checked = { ok: true; edit: CheckedEdit } | { ok: false; op: Operation; code: RejectionCode }

const schemas = new Map(Object.entries<TSchema>(editPayloads).map(([kind, schema]) => [kind, Compile(schema)]))

/** The checks that need no database: kind, author, payload, hash, lane. */
function checkForm(sent: SentOperation): { ok: true; edit: WellFormed } | { ok: false; code: RejectionCode } {
  const refuse = (code: RejectionCode) => ({ ok: false as const, code })
  const { op, author } = sent
  const { kind, payload } = op
  if (!isEditKind(kind) || op.payloadVersion !== 1) return refuse('UNKNOWN_KIND')
  if (op.authorUuid !== author.userId) return refuse('WRONG_AUTHOR')
  const command = commandOf(kind)
  if (!schemas.get(kind)?.Check(payload) || !command.isValid(payload)) return refuse('INVALID_PAYLOAD')
  // no part of the payload, but damaged in the same way
  if (!isPossibleStamp(op.stamp)) return refuse('INVALID_PAYLOAD')
  if (payloadHash(payload) !== op.payloadHash) return refuse('HASH_MISMATCH')
  if (op.lane !== command.lane(payload, op.club)) return refuse('WRONG_LANE')
  // the schema of the kind has checked the payload
  return { ok: true, edit: { ...sent, kind, payload } as WellFormed }
}

/** Checks operations: their form first, then by the command of their kind on what the database knows. */
export async function checkOperations(tx: Tx, operations: readonly SentOperation[], nowMs: number): Promise<Checked[]> {
  const forms = operations.map((sent) => ({ op: sent.op, form: checkForm(sent) }))
  const wellFormed = forms.flatMap(({ form }) => (form.ok ? [form.edit] : []))
  const records = wellFormed.flatMap(({ op, payload }) => {
    const { memberId } = namedBy(payload)
    return memberId === null ? [op.club] : [op.club, memberId]
  })
  // the statements are sent together and run in this order: a record that is being merged is read as merged
  const [, stateOf] = await Promise.all([holdRecords(tx, records), readCommandStates(tx, wellFormed)])
  const guests = new Map<string, GuestPayload>()
  return forms.map(({ op, form }): Checked => {
    if (!form.ok) return { ok: false, op, code: form.code }
    const { edit } = form
    const state = withGuest(stateOf(edit), guests, edit)
    const command = commandOf(edit.kind)
    const decision = command.decide(state, { payload: edit.payload, baseRev: op.baseRev }, nowMs)
    if (!decision.ok) return { ok: false, op, code: decision.code }
    // as decided, because a guest whose date is in the future is there from the day of entry
    if (edit.kind === 'guest') guests.set(guestKey(edit), decision.payload as GuestPayload)
    // a date in the future became the day of entry, so the edit belongs to that day's lane
    const lane = command.lane(decision.payload, op.club)
    const { kind, deviceId } = edit
    const checked = { op: { ...op, lane }, kind, payload: decision.payload, deviceId }
    return {
      ok: true,
      edit: { ...checked, schemeId: state.node?.schemeId ?? null, timeZone: state.club.timeZone } as CheckedEdit,
    }
  })
}

function guestKey({ op, payload }: WellFormed): string {
  return `${op.club}/${'memberUuid' in payload ? payload.memberUuid : ''}`
}

/** The state in which a guest is there whom an earlier operation of the batch enters. */
function withGuest(state: CommandState, guests: ReadonlyMap<string, GuestPayload>, edit: WellFormed): CommandState {
  const guest = guests.get(guestKey(edit))
  if (!guest) return state
  const isInGroup = guest.groupId === namedBy(edit.payload).groupId
  return { ...state, member: { status: 'guest', groupPeriods: isInGroup ? [guestPeriod(guest)] : [] } }
}
