import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { expect } from 'vitest'
import { evaluate, type Result } from '#domain/assessment/engine.ts'
import type { Scheme } from '#domain/curriculum/scheme.ts'
import { compareStamps } from '#domain/assessment/stamp.ts'
import { judgeEdit, type DeviceKnowledge } from '#web/offline/judge-edit.ts'
import { markEdit } from '#web/offline/outbox.ts'
import { isMark } from '#web/offline/view.ts'
import { Curricula } from '#server/curriculum/schemes/curriculum.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { planCodes } from './model-plans.ts'
import { FEATURES, nodeState } from './model-rights.ts'
import { NODES, PASS } from './model-steps.ts'
import type { Device, Run } from './model-device.ts'
import { readWinningStamps, readStored, type Stored } from './model-stored.ts'
import type { Tablet } from './model-tablet.ts'
import type { QueuedOperation } from '#web/offline/database.ts'
import { dayOf, TIME_ZONE, type ModelWorld } from './model-world.ts'

// The message of each expectation begins with the number of the invariant that it checks (I1 to I12); the text behind
// the number states the invariant.

type Mark = QueuedOperation & { payload: MarkPayload }

/** A lane key, the key of a result and the text of a stay begin with a UUID. */
const UUID_LENGTH = 36

function marksOf(ops: Iterable<QueuedOperation>): Mark[] {
  return [...ops].filter(isMark)
}

/** Member id and node id joined, as the keys of `Stored.results`; the model marks in the scheme `swim` only. */
function laneKeyOf({ payload }: Mark): string {
  return `${payload.memberUuid}${payload.schemeNodeId}`
}

/**
 * Checks that every operation that was reported as saved is still on the device, whatever happened to the tab, and that
 * each dead one (refused for good) has a code that it may have.
 */
export async function checkOutbox(
  { defects, world, guests }: Pick<Run, 'defects' | 'world' | 'guests'>,
  tablet: Tablet,
): Promise<void> {
  const queue = await tablet.queue()
  for (const op of queue) {
    const { opId, state, code } = op
    const defect = defects.get(opId)
    const allowedCodes = [
      'NOT_ASSIGNED',
      ...(defect ? [DEFECT_CODES[defect]] : []),
      ...(isErased(world, op) ? ['MEMBER_ERASED'] : []),
      // what was written about a guest whose own entry was refused
      ...(guests.has((op.payload as MarkPayload).memberUuid) ? ['UNKNOWN_MEMBER_OR_GROUP'] : []),
      ...planCodes(op),
    ]
    if (state === 'dead')
      expect(allowedCodes, `I9: a good operation is refused for want of rights only, ${opId}`).toContain(code)
  }
  const queued = new Set(queue.map((op) => op.opId))
  expect(
    queue.map((op) => op.opId),
    'I1 and I12: created = pending + dead + acknowledged + erased, through restarts, crashes and log-ins',
  ).toEqual([...tablet.saved.values()].flatMap((op) => (queued.has(op.opId) || !isErased(world, op) ? [op.opId] : [])))
}

/** Whether an operation is about an erased member. */
function isErased(world: ModelWorld, { payload }: QueuedOperation): boolean {
  return world.erased.has((payload as MarkPayload).memberUuid)
}

/**
 * Checks that the author's last mark of each lane is on the screen while it waits, and as long as it is the server's
 * result.
 */
export async function checkOwnWrites({ world }: Run, { tablet, account }: Device): Promise<void> {
  const view = await tablet.view(account)
  if (!view.ready) return
  const winningStamps = await readWinningStamps(world)
  const lastMarks = new Map<string, Mark>()
  const queue = marksOf(await tablet.queue())
  // marks of other authors on this tablet are not shown to this one until they are sent
  for (const op of queue) if (op.authorUuid === account.author) lastMarks.set(laneKeyOf(op), op)
  for (const [lane, op] of lastMarks) {
    // a later mark of this lane, by another author of this tablet, has reached the server, so the screen shows that one
    const overtaken = queue.some((o) => o.state === 'acknowledged' && o.seq > op.seq && laneKeyOf(o) === lane)
    if (overtaken) continue
    const stamp = winningStamps.get(lane)
    const isResult = stamp?.deviceId === op.stamp.deviceId && stamp.deviceSeq === op.stamp.deviceSeq
    // a member of a group that the coach lost is not shown at all
    const isMemberShown = view.members.has(op.payload.memberUuid)
    if (op.state !== 'pending' && !(op.state === 'acknowledged' && op.code === null && isResult && isMemberShown))
      continue
    expect(
      view.results.get(`${op.payload.memberUuid}/swim`)?.get(op.payload.schemeNodeId)?.grade,
      `I6: one’s own write is always visible, ${op.state} ${lane}`,
    ).toBe(op.payload.assessmentGrade)
  }
}

/** Checks all invariants at the end of a run, when every device has synced. */
export async function checkAtRest(run: Run): Promise<void> {
  const { world, devices } = run
  const stored = await readStored(world)
  /** The marks on all tablets, without those of erased members. */
  const remaining: Mark[] = []
  const created = new Set<string>()
  for (const device of devices) {
    for (const tablet of device.tablets.values()) {
      await checkOutbox(run, tablet)
      const queue = marksOf(await tablet.queue())
      for (const opId of tablet.saved.keys()) created.add(opId)
      remaining.push(...queue.filter((op) => !isErased(world, op)))
      for (const op of queue) checkSettled(run, op, stored)
      checkErased(run, tablet, queue, stored)
    }
    await checkShown(run, device, stored)
  }
  expect(
    [...stored.ops.keys()].filter((id) => !created.has(id)),
    'I2: nothing is stored that no device made',
  ).toEqual([])
  checkWinners(remaining, stored, world.now)
  await checkProgress(world, stored)
}

/** The code with which the server answers a mark with each defect. */
const DEFECT_CODES = { node: 'UNKNOWN_NODE', member: 'UNKNOWN_MEMBER_OR_GROUP', failure: 'SERVER_ERROR' }

/**
 * Checks that a tablet that has pulled an erasure holds nothing of the member, and that nothing of the member counts.
 */
function checkErased({ world, pulled }: Run, tablet: Tablet, queue: readonly Mark[], stored: Stored): void {
  const pulledClubs = [...(pulled.get(tablet) ?? [])]
  /** Whether the tablet has pulled the changes of a club of the member. */
  const knowsOf = (member: string) =>
    world.groups.some((g) => pulledClubs.includes(g.club) && g.members.includes(member))
  expect(
    queue.filter((op) => isErased(world, op) && knowsOf(op.payload.memberUuid)).map((op) => op.opId),
    'security.md 42: after the next pull nothing of an erased member waits on a tablet',
  ).toEqual([])
  for (const op of marksOf(tablet.saved.values()))
    if (isErased(world, op))
      expect(stored.ops.get(op.opId)?.effects ?? 0, `security.md 42: nothing erased counts, ${op.opId}`).toBe(0)
}

/** Checks that an operation was applied or refused as it had to be, and that its device knows which. */
function checkSettled({ rights, defects, world }: Run, op: Mark, stored: Stored): void {
  const storedOp = stored.ops.get(op.opId)
  const defect = defects.get(op.opId)
  // its tablet may not have pulled the erasure yet, and the server has deleted the outcome
  if (isErased(world, op)) return
  const refusal = rights.rejection(op.authorUuid, op.payload) ?? (defect === 'failure' ? DEFECT_CODES.failure : null)
  expect(op.state, `I1: nothing waits for ever, ${op.opId}`).not.toBe('pending')
  if (op.state === 'dead') {
    expect(storedOp?.outcome ?? 'rejected', `I1b: nothing applied is shown as failed, ${op.opId}`).toBe('rejected')
    expect(op.code, `I9: only what is wrong is refused, ${op.opId}`).toBe(refusal)
    expect(
      [storedOp?.effects ?? 0, storedOp?.audited ?? 0],
      `I2: a refused operation has no effect, ${op.opId}`,
    ).toEqual([0, 0])
    return
  }
  expect(defect, `I8: what is wrong is never applied, ${op.opId}`).toBe(undefined)
  expect(rights.everAllowed(op.authorUuid, op.payload), `I8: no mark without the right to it, ${op.opId}`).toBe(true)
  expect([storedOp?.effects, storedOp?.audited], `I2: one effect per operation, ${op.opId}`).toEqual([1, 1])
  expect(storedOp?.outcome, `I1b: the device knows what became of it, ${op.opId}`).toBe(op.code ?? 'applied')
  expect(
    [storedOp?.author, storedOp?.sender],
    `I7: effect’s author = operation’s author = token’s subject, ${op.opId}`,
  ).toEqual([op.authorUuid, op.authorUuid])
  expect(storedOp?.client, `I8: nothing crosses clients, ${op.opId}`).toBe(clientOf(op, stored))
}

/** The client whose club the operation names. */
function clientOf(op: Mark, stored: Stored): string | undefined {
  return stored.clubs.get(op.club)
}

/** Checks that the result of each lane is the mark that wins by the stamps of the devices. */
function checkWinners(marks: readonly Mark[], stored: Stored, now: number): void {
  const lanes = Map.groupBy(
    marks.filter((op) => op.state === 'acknowledged'),
    laneKeyOf,
  )
  expect([...stored.results.keys()].toSorted(), 'I2: a result for each lane that was marked, and no other').toEqual(
    [...lanes.keys()].toSorted(),
  )
  for (const [lane, ops] of lanes) {
    const result = stored.results.get(lane)
    expect(result?.stamp.ms, `I5: no stamp is from the server’s future, ${lane}`).toBeLessThanOrEqual(now)
    const winner = ops.find(
      (op) => op.stamp.deviceId === result?.stamp.deviceId && op.stamp.deviceSeq === result.stamp.deviceSeq,
    )
    expect(winner, `I2: the result of ${lane} is one of its marks`).toBeDefined()
    const later = ops.filter((op) => op.stamp.deviceId === winner?.stamp.deviceId && op.seq > winner.seq)
    expect(later, `I3: a device’s older edit never beats its newer one, ${lane}`).toEqual([])
    expect(
      [result?.grade, result?.pass, result?.author],
      `I7: grade and author of the result are its winner’s, ${lane}`,
    ).toEqual([winner?.payload.assessmentGrade, winner?.payload.assessmentPassGrade, winner?.authorUuid])
    // the server replaced the stamp of a fast clock, so the devices' stamps do not tell the winner
    if (ops.some((op) => stored.ops.get(op.opId)?.clamped)) continue
    // the winner is the largest stamp among the newest edits of each device
    const newest = new Map(ops.toSorted((x, y) => x.seq - y.seq).map((op) => [op.stamp.deviceId, op]))
    const best = [...newest.values()].reduce((x, y) => (compareStamps(x.stamp, y.stamp) > 0 ? x : y))
    expect(winner?.opId, `I5: the winner does not depend on the order of delivery, ${lane}`).toBe(best.opId)
  }
}

/** A mark that passes the first skill of the model. */
function newMarkPayload(groupId: string, memberUuid: string, nowMs: number): MarkPayload {
  return {
    memberUuid,
    groupId,
    groupNgoId: null,
    schemeSlug: 'swim',
    schemeNodeId: NODES[0] ?? '',
    assessmentGrade: PASS,
    assessmentPassGrade: PASS,
    assessmentDate: dayOf(nowMs),
    timestamp: Math.floor(nowMs / 1000),
  }
}

/** Checks that a device shows exactly what the server holds for its author and club. */
async function checkShown({ rights, world, guests }: Run, { tablet, account }: Device, stored: Stored): Promise<void> {
  const view = await tablet.view(account)
  const knowledge: DeviceKnowledge = {
    user: account.author,
    timeZone: TIME_ZONE,
    features: () => FEATURES,
    node: (schemeSlug, schemeNodeId) => nodeState({ schemeSlug, schemeNodeId }),
  }
  /** Checks that the tablet judges a mark that is made now as the server would. */
  const checkJudged = (groupId: string, memberUuid: string) => {
    const payload = newMarkPayload(groupId, memberUuid, world.now)
    expect(
      judgeEdit(view, knowledge, markEdit(payload), world.now),
      `I8: a device at rest takes and rejects what the server does, ${groupId} ${memberUuid}`,
    ).toBe(rights.rejection(account.author, payload))
  }
  expect(view.ready, 'I4: a device at rest has a complete load').toBe(true)
  const scope = rights.scope(account.author, account.club)
  expect(view.groups.map((g) => g.id).toSorted(), 'I8: own groups of the club, no others').toEqual(scope.toSorted())
  const members = stored
    .members(account.club)
    .filter((m) => scope.some((group) => rights.shows(group, m) || stored.guestIn(group, m)))
  expect([...view.members.keys()].toSorted(), 'I8 and I11: members of own groups, no others').toEqual(
    members.toSorted(),
  )
  expect(
    view.groupMembers.map((gm) => `${gm.groupId}/${gm.memberUuid} ${gm.from} ${gm.to}`).toSorted(),
    'I11: who is in which group, as the server has it',
  ).toEqual(stored.stays.filter((stay) => scope.includes(stay.slice(0, UUID_LENGTH))).toSorted())
  // the model's record of rights has no guests
  const listed = [...view.members.keys()].filter((member) => !guests.has(member))
  for (const group of view.groups) for (const member of listed) checkJudged(group.id, member)
  expect(view.conflicts.map((c) => c.id).toSorted(), 'I4: open conflicts are shown, settled ones are not').toEqual(
    stored.conflicts.flatMap(([id, member]) => (members.includes(member) ? [id] : [])).toSorted(),
  )
  // keys begin with a member id
  const shown = new Map<string, Result>()
  for (const [key, results] of view.results)
    for (const [node, result] of results) shown.set(`${key.slice(0, UUID_LENGTH)}${node}`, result)
  const onServer = new Map<string, Result>()
  for (const [lane, { grade, pass, ts, since }] of stored.results)
    if (members.includes(lane.slice(0, UUID_LENGTH))) onServer.set(lane, { grade, pass, ts, since })
  expect(shown, 'I4 and I11: devices at rest show what the server holds').toEqual(onServer)
}

/** Compiled schemes by id; no course changes a scheme. */
const schemes = new Map<string, Promise<Scheme | undefined>>()

function schemeOf(world: ModelWorld, client: string, id: string): Promise<Scheme | undefined> {
  const compiled =
    schemes.get(id) ?? inTenant(world.base.db, client, 'read', (tx) => new Curricula().scheme(tx, client, id))
  schemes.set(id, compiled)
  return compiled
}

/** Checks that progress and awards of every member are what the engine computes from the stored results. */
async function checkProgress(world: ModelWorld, stored: Stored): Promise<void> {
  for (const [member, { client, scheme }] of stored.marked) {
    const compiled = await schemeOf(world, client, scheme)
    if (!compiled) throw new Error('no scheme')
    const results = [...stored.results].filter(([lane]) => lane.startsWith(member))
    const evaluation = evaluate(compiled, new Map(results.map(([lane, r]) => [lane.slice(UUID_LENGTH), r])))
    const [progress, awards]: [string[], string[]] = [[], []]
    for (const i of compiled.order) {
      const id = compiled.ids[i] ?? ''
      const node = evaluation.node(id)
      // the server stores no row for a node without any progress
      if (!node || (node.state === 'available' && node.percent === 0)) continue
      progress.push(`${id} ${node.state} ${node.percent} ${node.forced} ${node.completedTs}`)
      if (node.state === 'passed' && compiled.nodes[i]?.t === 'l')
        awards.push(`${id} ${node.forced} ${node.completedTs}`)
    }
    expect(stored.progress.get(member) ?? [], `I4: progress is the engine’s, ${member}`).toEqual(progress.toSorted())
    expect(stored.awards.get(member) ?? [], `I4: awards are of the passed levels, ${member}`).toEqual(awards.toSorted())
  }
}
