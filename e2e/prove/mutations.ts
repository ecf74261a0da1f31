/** The checks that can catch a mutation: the device model, the tests of push, the cursor proof with 20 writers. */
export type Check = 'model' | 'push' | 'cursor'

/** A bug that is put into the source on purpose, by one exact edit. */
export interface Mutation {
  name: string
  file: string
  /** A text that is in the file exactly once. */
  find: string
  replacement: string
  /**
   * The checks, run in this order until one fails. The device model does one thing at a time, so only the others can
   * catch races.
   */
  checks: readonly Check[]
  /** Why no test can catch it, when none does. */
  whyUncaught?: string
}

const OUTBOX = 'web/offline/outbox.ts'
const LOOP = 'web/offline/sync-loop.ts'
const CACHE = 'web/offline/cache.ts'
const VIEW = 'web/offline/view.ts'
const PUSH = 'server/assessment/sync/push.ts'
const MARKS = 'server/assessment/sync/marks.ts'

/** The mutations that are caught fastest come first, because `npm test` runs only the first. */
export const mutations: readonly Mutation[] = [
  {
    name: 'each try sends a new operation id',
    file: LOOP,
    find: `return { opId, club, authorUuid, lane, kind,`,
    replacement: `return { opId: crypto.randomUUID(), club, authorUuid, lane, kind,`,
    checks: ['model'],
  },
  {
    name: 'operations that are known already are applied again',
    file: PUSH,
    find: `finalOutcomes(sent, deliveredOps)`,
    replacement: `finalOutcomes(sent, new Map())`,
    checks: ['model'],
  },
  {
    name: 'an operation that the answer does not name counts as acknowledged',
    file: LOOP,
    find: `await recordOutcomes(db, reply.outcomes, now())`,
    replacement: `await recordOutcomes(db, batch.map((op) => reply.outcomes.find((o) => o.opId === op.opId) ?? { opId: op.opId, outcome: 'applied' as const }), now())`,
    checks: ['model'],
  },
  {
    name: 'any page of changes is applied, whatever its cursor',
    file: CACHE,
    find: `if (cache?.cursor !== page.from || cache.user !== owner.user || cache.club !== owner.club) return false`,
    replacement: `if (!cache) return false`,
    checks: ['model'],
  },
  {
    name: 'the outbox lock is skipped',
    file: OUTBOX,
    find: `  if (!('locks' in navigator)) return work()
  const timeout`,
    replacement: `  if (navigator) return work()
  const timeout`,
    checks: ['model'],
    whyUncaught:
      'locks are an optimisation: the operation and the device’s sequence are written in one IndexedDB transaction over the same two stores, and the browser runs those one after the other in all tabs',
  },
  {
    name: 'the cache is cleared before the new load has arrived',
    file: LOOP,
    find: `  const pages: ChangesReply[] = []
`,
    replacement: `  const pages: ChangesReply[] = []
  await Promise.all([db.groups.clear(), db.members.clear(), db.groupMembers.clear(), db.results.clear()])
`,
    checks: ['model'],
  },
  {
    name: 'the (member, scheme) rows are not locked',
    file: 'server/members/lock-member-schemes.ts',
    find: ` FOR UPDATE OF member_schemes`,
    replacement: ``,
    checks: ['push'],
  },
  {
    name: 'the edit that arrives last wins, whatever its stamp',
    file: 'domain/assessment/lane.ts',
    find: `const best = () => [...newest.values()].reduce((a, b) => (compareStamps(a.stamp, b.stamp) > 0 ? a : b))`,
    replacement: `const best = () => [...newest.values()].reduce((_, b) => b)`,
    checks: ['model'],
  },
  {
    name: 'a later operation of a device does not replace its earlier one',
    file: 'domain/assessment/lane.ts',
    find: `sameDevice.stamp.deviceSeq < edit.stamp.deviceSeq`,
    replacement: `compareStamps(sameDevice.stamp, edit.stamp) < 0`,
    checks: ['model'],
  },
  {
    name: 'stamps from the future are not clamped',
    file: 'domain/assessment/stamp.ts',
    find: `return stamp.ms > serverMs ? { ...stamp, ms: serverMs } : stamp`,
    replacement: `return serverMs > 0 ? stamp : stamp`,
    checks: ['model'],
  },
  {
    name: 'the clock does not advance by the times it sees',
    file: OUTBOX,
    find: `const clock = waiting === 0 ? { ms: afterServerTime, counter: 0 } : observe(device.clock, afterServerTime)`,
    replacement: `const clock = waiting === 0 ? { ms: 0, counter: 0 } : observe(device.clock, 0)`,
    checks: ['model'],
  },
  {
    name: 'a mark moves the change counter of its own club only',
    file: MARKS,
    find: `changes: clubs.flatMap(({ club_id: clubId, member_id }) =>`,
    replacement: `changes: clubs.filter((c) => marks.some(({ op }) => op.club === c.club_id)).flatMap(({ club_id: clubId, member_id }) =>`,
    checks: ['model'],
  },
  {
    name: 'the change counter moves in a transaction of its own',
    file: PUSH,
    find: `Promise.all([recordChanges(tx, changes), written])`,
    replacement: `Promise.all([inTenant(deps.db, clientId, 'write', (own) => recordChanges(own, changes)), written])`,
    checks: ['cursor'],
  },
  {
    name: 'the payload’s hash is not compared with the known one',
    file: 'server/assessment/sync/operations.ts',
    find: `hash !== undefined && (hash !== storedHash(op) || (before && before.author_id !== author.userId))`,
    replacement: `hash !== undefined && before && before.author_id !== author.userId`,
    checks: ['push'],
  },
  {
    name: 'a refused operation is deleted from the outbox',
    file: OUTBOX,
    find: `await db.syncs.update(op.opId, { state: 'dead', code: outcome.code ?? 'UNKNOWN_ERROR', settledAt: now, ...named })`,
    replacement: `await db.syncs.delete(op.opId)`,
    checks: ['model'],
  },
  {
    name: 'a superseded operation is shown as failed',
    file: OUTBOX,
    find: `{ state: 'acknowledged', code: 'superseded', settledAt: now }`,
    replacement: `{ state: 'dead', code: 'superseded', settledAt: now }`,
    checks: ['model'],
  },
  {
    name: 'an accepted mark disappears from the screen until it is pulled',
    file: VIEW,
    find: `(op.state === 'pending' || (op.code === null && !op.seen))`,
    replacement: `op.state === 'pending'`,
    checks: ['model'],
  },
  {
    name: 'operations of all authors travel with the token of whoever is logged in',
    file: OUTBOX,
    find: `return pending.filter((op) => op.authorUuid === userUuid)`,
    replacement: `return pending.filter((op) => userUuid !== op.opId)`,
    checks: ['model'],
  },
  {
    name: 'when a batch fails, only its first operation is tried again',
    file: PUSH,
    find: `for (const op of body.operations) {`,
    replacement: `for (const op of body.operations.slice(0, 1)) {`,
    checks: ['model'],
  },
  {
    name: 'progress is computed for the first member of a batch only',
    file: MARKS,
    find: `diffProgress(storedProgress, memberSchemesOf(marks), 'marks')`,
    replacement: `diffProgress(storedProgress, memberSchemesOf(marks).slice(0, 1), 'marks')`,
    checks: ['model'],
  },
  {
    name: 'a plan is overwritten by an edit whose author has not seen its newest text',
    file: 'domain/assessment/lesson-plan.ts',
    find: `if (!plan.deleted && (continues || edit.base === plan.revision)) return`,
    replacement: `if (!plan.deleted) return`,
    checks: ['model'],
  },
  {
    name: 'a share of a plan that has not arrived yet is refused',
    file: 'domain/assessment/commands/lesson-plan.ts',
    find: `if (!plan?.readable) return 'wait'`,
    replacement: `if (!plan?.readable) return 'NOT_PLAN_OWNER'`,
    checks: ['model'],
  },
]
