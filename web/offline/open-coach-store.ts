import type { MarkPayload } from '#contract/assessment/sync.ts'
import { clockFault, deviceTime } from '#domain/assessment/device-clock.ts'
import { undoGrade } from '#domain/assessment/mark.ts'
import type { Result } from '#domain/assessment/engine.ts'
import {
  resultsKey,
  type CoachSnapshot,
  type CoachStore,
  type MarkInput,
  type PlanInput,
  type RegisterInput,
  NEW_STATUS,
  type SyncStatus,
} from './coach-store.ts'
import { rememberAuthor } from './authors.ts'
import { CoachDatabase, type QueuedOperation } from './database.ts'
import { noteDevice, noticeLoss } from './device-note.ts'
import { emptyVault } from './coach-vault.ts'
import { inOneTab } from './one-tab.ts'
import { editOf, planEditOf } from './edits.ts'
import { enqueue, markEdit, type NewEdit } from './outbox.ts'
import { requestPersistence, isQuotaExceeded, retryWithoutVideos } from './storage-space.ts'
import { backOff, syncOnce, type SyncApi } from './sync-loop.ts'
import { withNewPlanEdits } from './plans.ts'
import { fetchTextKey } from './sealed.ts'
import { readView, withMark } from './view.ts'

interface StoreOptions {
  api: SyncApi & { syncKey(): Promise<{ key: string }> }
  user: { uuid: string; firstname: string }
  club: { id: string; time_zone: string }
  /** Another tab holds an older version of the database open; this one waits for it. */
  onBlocked?: () => void
  /** Another tab has brought a newer version of the database: this page is over. */
  onSuperseded?: () => void
  /** Database name; another one keeps tests apart. */
  name?: string
}

interface Undoable {
  input: MarkInput
  before: Result | undefined
}

/** The quiet poll, for a browser whose event stream is down. */
const POLL_MS = 60_000

/** Opens the coach's data on this device and keeps it in step with the server while the page lives. */
export async function openCoachStore(options: StoreOptions): Promise<CoachStore> {
  const { api, user, club, name } = options
  const db = new CoachDatabase(name)
  // `false` keeps Dexie from writing its own words to the console
  db.on('blocked', () => {
    options.onBlocked?.()
    return false
  })
  const owner = { user: user.uuid, club: club.id, timeZone: club.time_zone }
  const author = { userUuid: user.uuid, club: club.id }
  const listeners = new Set<() => void>()
  /** By group: what each tap marked, the last one last. */
  const undoable = new Map<string, (readonly Undoable[])[]>()
  const channel = new BroadcastChannel(`rungs-store-${name ?? 'rungs'}`)
  // what another tab says while this one is still reading is listened to once it can be
  let told = false
  channel.onmessage = () => (told = true)
  let status: SyncStatus = NEW_STATUS
  await noticeLoss(db)
  await rememberAuthor(db, user)
  await emptyVault(db, user.uuid)
  void requestPersistence()
  let current: CoachSnapshot = { ...(await readView(db, owner)), status }
  let running: Promise<void> | null = null
  let again = false
  let forced = false
  let tries = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false
  let version = 0
  let begun = 0
  let shown = 0
  let known = { serverTime: 0, serverOffset: 0 }
  const writes = new Set<Promise<unknown>>()

  function show(next: Partial<CoachSnapshot>): void {
    current = { ...current, ...next }
    for (const listener of listeners) listener()
  }

  async function refreshStatus(change: Partial<SyncStatus> = {}): Promise<void> {
    const left = (state: QueuedOperation['state']) => db.syncs.where({ state })
    const isOwn = (op: QueuedOperation) => op.authorUuid === user.uuid
    const [waiting, refused, queued, dead, cache, device] = await Promise.all([
      left('pending').count(),
      left('dead').count(),
      left('pending').filter(isOwn).count(),
      left('dead').filter(isOwn).count(),
      db.setting('cache'),
      db.setting('device'),
    ])
    if (device) known = device
    const clock = clockFault(Date.now(), known)
    const others = waiting + refused - queued - dead
    status = { ...status, ...change, queued, dead, others, clock, syncedAt: cache?.syncedAt ?? null }
    await noteDevice(db, waiting, Date.now())
    // a page that shows everything of it is drawn anew only for something new
    if (!isSame(status, current.status)) show({ status })
  }

  /** Reads the device again; a mark made meanwhile is newer than what was read, so then it is read once more. */
  async function reread(): Promise<void> {
    for (let at = -1; at !== version;) {
      // what is being written is on the screen already, and not yet on the disk
      await Promise.allSettled(writes)
      at = version
      const nth = ++begun
      const view = await readView(db, owner)
      // what is sealed takes longer to read: a reading that began later may have overtaken this one
      if (at !== version || closed || nth < shown) continue
      shown = nth
      show(view)
    }
  }

  /** One try, and when the next one comes by itself. */
  async function attempt(): Promise<void> {
    let changed = false
    try {
      await refreshStatus(status.queued > 0 ? { state: 'syncing' } : {})
      const whole = forced
      await inOneTab(() => syncOnce(db, api, owner, Date.now, whole, () => (changed = true)))
      if (whole) forced = false
      if (await fetchTextKey(db, user.uuid, () => api.syncKey())) changed = true
      tries = 0
      if (changed) await reread()
      await refreshStatus({ state: 'online', offlineSince: null })
      arm(POLL_MS)
    } catch (error) {
      if (closed) return
      // first: a disk that fails below must not end the tries
      arm(backOff(tries++, Math.random(), error))
      if (changed) await reread()
      await refreshStatus({ state: 'offline', offlineSince: status.offlineSince ?? Date.now() })
      if (!isExpected(error)) throw error
    } finally {
      // also what was answered before the network was cut
      if (changed && !closed) channel.postMessage('changed')
    }
  }

  async function run(): Promise<void> {
    try {
      do {
        again = false
        await attempt()
        // whoever asked meanwhile knows more than a try that failed: no pause for them
      } while (again && !closed)
    } finally {
      // in the same breath as the last look at `again`, or an ask in between would be forgotten
      running = null
    }
  }

  function arm(ms: number): void {
    if (timer) clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void syncNow(), ms)
  }

  function syncNow(): Promise<void> {
    if (closed) return Promise.resolve()
    if (running) {
      again = true
      return running
    }
    running = run().catch((error: unknown) => {
      // the page may end at any point of it
      if (!closed) throw error
    })
    return running
  }

  /** A tablet whose clock is wrong dates its edits as the server does; its stamps go by the same. */
  const now = () => deviceTime(Date.now(), known)
  const seconds = () => Math.floor(now() / 1000)

  function payloadOf(input: MarkInput): MarkPayload {
    return {
      memberUuid: input.memberUuid,
      groupId: input.group.id,
      groupNgoId: input.group.ngo_id,
      schemeSlug: input.schemeSlug,
      schemeNodeId: input.nodeId,
      assessmentGrade: input.grade,
      assessmentPassGrade: input.pass,
      assessmentDate: input.date,
      timestamp: seconds(),
    }
  }

  /** Shows it, writes it down, sends it. False: the disk refused, and the screen shows what is saved [8.20]. */
  async function save(next: Partial<CoachSnapshot>, edits: readonly NewEdit[]): Promise<boolean> {
    version++
    show(next)
    const written = retryWithoutVideos(db, () => enqueue(db, author, edits, Date.now()))
    writes.add(written)
    try {
      await written.finally(() => writes.delete(written))
    } catch (error) {
      status = { ...status, full: isQuotaExceeded(error) }
      await reread()
      show({ status })
      return false
    }
    await refreshStatus({ full: false })
    channel.postMessage('changed')
    void syncNow()
    return true
  }

  function saveMarks(inputs: readonly MarkInput[]): Promise<boolean> {
    const payloads = inputs.map(payloadOf)
    const results = payloads.reduce((of, payload) => withMark(of, payload, club.time_zone), current.results)
    return save({ results }, payloads.map(markEdit))
  }

  /** Everything tapped so far is saved: an undo takes back the last tap, also one that is being saved. */
  let settled: Promise<unknown> = Promise.resolve()

  function noted<T>(done: Promise<T>): Promise<T> {
    settled = Promise.allSettled([settled, done])
    return done
  }

  async function markNow(inputs: readonly MarkInput[]): Promise<boolean> {
    const before = ({ memberUuid, schemeSlug, nodeId }: MarkInput) =>
      current.results.get(resultsKey(memberUuid, schemeSlug))?.get(nodeId)
    const marks = inputs.map((input) => ({ input, before: before(input) }))
    const groupId = inputs[0]?.group.id
    if (groupId === undefined) return false
    // at once: who sees a mark may take it back
    undoable.set(groupId, [...(undoable.get(groupId) ?? []), marks])
    const saved = await saveMarks(inputs)
    if (!saved) {
      undoable.set(
        groupId,
        (undoable.get(groupId) ?? []).filter((one) => one !== marks),
      )
      show({})
    }
    return saved
  }

  async function undoNow(groupId: string): Promise<readonly { memberUuid: string; nodeId: string }[] | null> {
    const last = undoable.get(groupId)?.at(-1)
    // a member who was erased meanwhile has nothing left to take back
    const left = last?.filter(({ input }) => current.members.has(input.memberUuid)) ?? []
    if (left.length === 0) return null
    const saved = await saveMarks(left.map(({ input, before }) => ({ ...input, ...undoGrade(before, input.pass) })))
    if (!saved) return null
    undoable.set(groupId, (undoable.get(groupId) ?? []).slice(0, -1))
    show({})
    return left.map(({ input: { memberUuid, nodeId } }) => ({ memberUuid, nodeId }))
  }

  function saveRegisters(inputs: readonly RegisterInput[]): Promise<boolean> {
    const edits = inputs.map((input) => editOf(input, club.id, seconds()))
    const made = { authorUuid: user.uuid, authorName: '' }
    const registers = new Map(current.registers)
    const members = new Map(current.members)
    for (const { kind, lane, payload } of edits) {
      if (!('value' in payload && 'memberUuid' in payload)) continue
      const member = members.get(payload.memberUuid)
      if (kind !== 'note') registers.set(lane, { ...made, value: payload.value, ts: payload.timestamp })
      else if (member) members.set(payload.memberUuid, { ...member, note: String(payload.value) || null })
    }
    return save({ registers, members }, edits)
  }

  function savePlans(inputs: readonly PlanInput[]): Promise<boolean> {
    const timestamp = seconds()
    const edits = inputs.map((input) => {
      const { waiting, revision = 0 } = current.plans.get(input.planUuid) ?? {}
      const here = waiting ?? { chain: crypto.randomUUID(), base: revision }
      return planEditOf(input, input.kind === 'plan' ? (input.on ?? here) : here, timestamp)
    })
    return save(withNewPlanEdits(current, edits, user.uuid), edits)
  }

  function close(): void {
    closed = true
    if (timer) clearTimeout(timer)
    channel.close()
    removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', onVisible)
    db.close()
  }

  const onOnline = () => void syncNow()
  const onVisible = () => document.visibilityState === 'visible' && void syncNow()
  const follow = () =>
    void reread()
      .then(() => refreshStatus())
      .catch((error: unknown) => {
        // another tab may speak while this one closes
        if (!closed) throw error
      })
  channel.onmessage = follow
  if (told) follow()
  addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', onVisible)
  db.on('versionchange', () => {
    close()
    options.onSuperseded?.()
    return false
  })
  await refreshStatus()
  void syncNow()

  return {
    snapshot: () => current,
    now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mark: (inputs) => noted(markNow(inputs)),
    saveRegisters,
    savePlans,
    undo: (groupId) => noted(settled.then(() => undoNow(groupId))),
    canUndo: (groupId) => (undoable.get(groupId)?.length ?? 0) > 0,
    syncNow,
    loadAnew() {
      forced = true
      return syncNow()
    },
    close,
  }
}

function isSame(one: SyncStatus, other: SyncStatus): boolean {
  const keys = Object.keys(one) as (keyof SyncStatus)[]
  return keys.every((key) => one[key] === other[key])
}

/** Failures of the network and of the server are a normal state of a poolside tablet. */
function isExpected(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error
}
