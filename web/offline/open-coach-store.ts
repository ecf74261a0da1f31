import type { ChangesReply } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { clockFault, deviceTime } from '#domain/assessment/device-clock.ts'
import { undoGrade } from '#domain/assessment/mark.ts'
import type { Result } from '#domain/assessment/engine.ts'
import {
  resultsKey,
  type CoachSnapshot,
  type CoachStore,
  type GuestInput,
  type MarkInput,
  type PlanInput,
  type RegisterInput,
  type SaveResult,
  type UndoResult,
  NEW_STATUS,
  NOT_SAVED,
  type SyncStatus,
} from './coach-store.ts'
import { rememberAuthor } from './authors.ts'
import { CoachDatabase, type QueuedOperation } from './database.ts'
import { writeDeviceNote, detectDataLoss } from './device-note.ts'
import { emptyVault } from './coach-vault.ts'
import { openView } from './device-view.ts'
import { keepEqual } from './keep-equal.ts'
import { inOneTab } from './one-tab.ts'
import { newEdit, planEditOf, presenceOf, registerEditOf } from './edits.ts'
import { enqueue, markEdit, type NewEdit } from './outbox.ts'
import { requestPersistence, isQuotaExceeded, retryWithoutVideos } from './storage-space.ts'
import { judgeEdits, type DeviceKnowledge } from './judge-edit.ts'
import { backOff, syncOnce, type SyncApi } from './sync-loop.ts'
import { withNewPlanEdits } from './plans.ts'
import { fetchTextKey } from './text-encryption.ts'
import { createTaps } from './taps.ts'
import { withMarks, withNewEntries, withPresentGuest } from './view.ts'

interface StoreOptions {
  api: SyncApi & { syncKey(): Promise<{ key: string }> }
  user: { uuid: string; firstname: string }
  club: { id: string; time_zone: string }
  /** What edits are judged by, besides the cache. */
  knowledge: Pick<DeviceKnowledge, 'features' | 'node'>
  /** Called when another tab holds an older version of the database open, for which this one must wait. */
  onBlocked?: () => void
  /** Called when another tab opens a newer version of the database: this page must be loaded again. */
  onSuperseded?: () => void
  /** Database name; tests use their own. */
  name?: string
}

/** A poll in case the event stream, which announces changes at once, is down. */
const POLL_MS = 60_000

/** Opens the coach's data on this device and syncs it with the server until it is closed. */
export async function openCoachStore(options: StoreOptions): Promise<CoachStore> {
  const { api, user, club, name } = options
  const db = new CoachDatabase(name)
  // returning false keeps Dexie from logging a warning
  db.on('blocked', () => {
    options.onBlocked?.()
    return false
  })
  const owner = { user: user.uuid, club: club.id, timeZone: club.time_zone }
  const author = { userUuid: user.uuid, club: club.id }
  const listeners = new Set<() => void>()
  const channel = new BroadcastChannel(`rungs-store-${name ?? 'rungs'}`)
  // a message that arrives while the store is still opening is answered at the end of the opening
  let messageMissed = false
  channel.onmessage = () => (messageMissed = true)
  let status: SyncStatus = NEW_STATUS
  await detectDataLoss(db)
  await noteCoach(db, user)
  void requestPersistence()
  const deviceView = openView(db, owner)
  let current: CoachSnapshot = await deviceView.read()
  const taps = createTaps((memberUuid) => current.members.has(memberUuid))
  /** The sync that is running; `syncAgain` is set by a request that comes meanwhile. */
  let running: Promise<void> | null = null
  let syncAgain = false
  /** The next sync loads everything anew. */
  let loadAllNext = false
  let failedTries = 0
  let timer: ReturnType<typeof setTimeout> | null = null
  let closed = false
  /** Counts the edits of this tab, so that a reading of the device notices an edit made meanwhile. */
  let editCount = 0
  /** Readings of the device are numbered, so that an older one is not shown after a newer one. */
  let readingsBegun = 0
  let readingShown = 0
  let serverClock = { serverTime: 0, serverOffset: 0 }
  const pendingWrites = new Set<Promise<unknown>>()
  /** How many edits these writes hold. They are on the screen, so the status counts them as queued. */
  let unsaved = 0

  const tellListeners = () => listeners.forEach((listener) => listener())

  /** Puts these fields into the snapshot, and tells the listeners. */
  function show(next: Partial<CoachSnapshot>): void {
    current = { ...current, ...next }
    tellListeners()
  }

  async function refreshStatus(change: Partial<SyncStatus> = {}): Promise<void> {
    const [{ waiting, ...counts }, cache, device] = await Promise.all([
      countQueue(db, user.uuid),
      db.setting('cache'),
      db.setting('device'),
    ])
    if (device) serverClock = device
    const clock = clockFault(Date.now(), serverClock)
    const queued = counts.queued + unsaved
    const next = { ...status, ...change, ...counts, queued, clock, syncedAt: cache?.syncedAt ?? null }
    // without a difference the screens need not render again
    if (!isSame(next, status)) {
      status = next
      tellListeners()
    }
    await writeDeviceNote(db, waiting, Date.now())
  }

  /** Reads the device and shows what it holds. An edit made during the reading is not in it, so then it reads again. */
  async function reread(): Promise<void> {
    let countAtReading: number
    do {
      // an edit that is still being written is on the screen already, but a reading would miss it
      await Promise.allSettled(pendingWrites)
      countAtReading = editCount
      const reading = ++readingsBegun
      const view = await deviceView.read()
      // decrypting takes time, so a reading that began later may have been shown before this one
      if (countAtReading !== editCount || closed || reading < readingShown) continue
      readingShown = reading
      const next = keepEqual(current, view)
      if (next !== current) show(next)
    } while (countAtReading !== editCount)
  }

  /** Adds a page that was stored to what is kept in memory, here and in the other tabs. */
  function onPage(page: ChangesReply): void {
    deviceView.pageStored(page)
    if (!closed) channel.postMessage(page)
  }

  /** Syncs once, and schedules the next sync: by the poll after a success, by the back-off after a failure. */
  async function syncAndSchedule(): Promise<void> {
    let changed = false
    try {
      await refreshStatus(status.queued > 0 ? { state: 'syncing' } : {})
      const loadAll = loadAllNext
      const onChange = () => (changed = true)
      // the server's answers take room, too: without it the tablet would send the same edits for ever
      await retryWithoutVideos(db, () =>
        inOneTab(() => syncOnce(db, api, owner, Date.now, { loadAll, onChange, onPage })),
      )
      if (loadAll) loadAllNext = false
      if (await fetchTextKey(db, user.uuid, () => api.syncKey())) changed = true
      failedTries = 0
      if (changed) await reread()
      await refreshStatus({ state: 'online', offlineSince: null, full: false })
      scheduleSync(POLL_MS)
    } catch (error) {
      if (closed) return
      // first, so that a disk that fails in the lines below does not end the syncing
      scheduleSync(backOff(failedTries++, Math.random(), error))
      if (changed) await reread()
      const full = isQuotaExceeded(error)
      await refreshStatus({ state: 'offline', offlineSince: status.offlineSince ?? Date.now(), full })
      if (!full && !isExpected(error)) throw error
    } finally {
      // also after a failure: part of the operations may have been answered before it
      if (changed && !closed) channel.postMessage('changed')
    }
  }

  /** Syncs, and once more for each request that came during a sync. */
  async function syncUntilDone(): Promise<void> {
    try {
      do {
        syncAgain = false
        await syncAndSchedule()
        // a request that came meanwhile is answered without the pause of a failed try
      } while (syncAgain && !closed)
    } finally {
      // no await after the last check of `syncAgain`, or a request in between would be lost
      running = null
    }
  }

  function scheduleSync(ms: number): void {
    if (timer) clearTimeout(timer)
    if (!closed) timer = setTimeout(() => void syncNow(), ms)
  }

  function syncNow(): Promise<void> {
    if (closed) return Promise.resolve()
    if (running) {
      syncAgain = true
      return running
    }
    running = syncUntilDone().catch((error: unknown) => {
      // a store that is closed during the sync makes it fail
      if (!closed) throw error
    })
    return running
  }

  /** Unix ms. Where the tablet's clock is wrong, edits are dated by the server's time. */
  const now = () => deviceTime(Date.now(), serverClock)
  const nowSeconds = () => Math.floor(now() / 1000)

  const knowledge: DeviceKnowledge = { ...options.knowledge, user: user.uuid, timeZone: club.time_zone }

  /**
   * Judges edits as the server will, shows them at once (`next` answers the fields of the snapshot that they change),
   * saves them and sends them. When the disk refuses, the screen shows what is saved [8.20].
   */
  async function save(next: () => Partial<CoachSnapshot>, edits: readonly NewEdit[]): Promise<SaveResult> {
    const code = judgeEdits(current, knowledge, edits, now())
    if (code !== null) return { saved: false, code }
    editCount++
    unsaved += edits.length
    status = { ...status, queued: status.queued + edits.length }
    show(next())
    const written = retryWithoutVideos(db, () => enqueue(db, author, edits, Date.now()))
    pendingWrites.add(written)
    try {
      await written.finally(() => {
        pendingWrites.delete(written)
        unsaved -= edits.length
      })
    } catch (error) {
      await reread()
      await refreshStatus({ full: isQuotaExceeded(error) })
      return NOT_SAVED
    }
    await refreshStatus({ full: false })
    channel.postMessage('changed')
    void syncNow()
    return { saved: true }
  }

  function saveMarks(inputs: readonly MarkInput[]): Promise<SaveResult> {
    const payloads = inputs.map((input) => markPayloadOf(input, nowSeconds()))
    return save(() => ({ results: withMarks(current.results, payloads, club.time_zone) }), payloads.map(markEdit))
  }

  /**
   * Resolves when all marks and undos so far are saved. An undo waits for it, so a tap that is still being saved
   * counts.
   */
  let marksSaved: Promise<unknown> = Promise.resolve()

  function addToMarksSaved<T>(saving: Promise<T>): Promise<T> {
    marksSaved = Promise.allSettled([marksSaved, saving])
    return saving
  }

  async function markNow(inputs: readonly MarkInput[], pageGroupId?: string): Promise<SaveResult> {
    const marks = inputs.map((input) => ({ input, before: shownResult(current, input) }))
    const groupId = pageGroupId ?? inputs[0]?.group.id
    if (groupId === undefined) return NOT_SAVED
    // before it is saved, because the mark is on the screen and can be undone at once
    taps.add(groupId, marks)
    const result = await saveMarks(inputs)
    if (!result.saved) {
      taps.remove(groupId, marks)
      // `canUndo` has changed
      show({})
    }
    return result
  }

  async function undoNow(groupId: string): Promise<UndoResult> {
    const last = taps.last(groupId)
    if (!last) return NOT_SAVED
    const result = await saveMarks(last.marks.map(({ input, before }) => ({ ...input, ...undoGrade(before, input) })))
    // what the rules refuse they would refuse again, and the taps before it could not be undone
    if (!result.saved && result.code === null) return result
    // the last tap may be another one by now, because the coach may mark while the undo is saved
    taps.remove(groupId, last.tap)
    // `canUndo` has changed
    show({})
    if (!result.saved) return result
    return { saved: true, undone: last.marks.map(({ input: { memberUuid, nodeId } }) => ({ memberUuid, nodeId })) }
  }

  function saveRegisters(inputs: readonly RegisterInput[]): Promise<SaveResult> {
    const edits = inputs.map((input) => registerEditOf(input, club.id, nowSeconds()))
    return save(() => withNewEntries(current, edits, user.uuid), edits)
  }

  /** Enters a guest who is present. Both edits are saved in one write, or a second try would make a second guest. */
  function addGuest(input: GuestInput): Promise<SaveResult> {
    const guest = { ...input, memberUuid: crypto.randomUUID(), timestamp: nowSeconds() }
    const attendance = presenceOf(guest, club.id)
    const edits = [newEdit('guest', guest, club.id), attendance]
    return save(() => withPresentGuest(current, guest, attendance, user.uuid), edits)
  }

  function savePlans(inputs: readonly PlanInput[]): Promise<SaveResult> {
    const timestamp = nowSeconds()
    const edits = inputs.map((input) => {
      const { waiting, revision = 0 } = current.plans.get(input.planUuid) ?? {}
      // without waiting edits a new chain of edits begins at the plan's revision
      const base = waiting ?? { chain: crypto.randomUUID(), base: revision }
      return planEditOf(input, input.kind === 'plan' ? (input.buildsOn ?? base) : base, club.id, timestamp)
    })
    return save(() => withNewPlanEdits(current, edits, user.uuid), edits)
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
  const showOtherTabsChange = () =>
    void reread()
      .then(() => refreshStatus())
      .catch((error: unknown) => {
        // another tab's message may arrive while this store closes
        if (!closed) throw error
      })
  channel.onmessage = ({ data }: MessageEvent<'changed' | ChangesReply>) =>
    data === 'changed' ? showOtherTabsChange() : deviceView.pageStored(data)
  if (messageMissed) showOtherTabsChange()
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
    status: () => status,
    now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mark: (inputs, pageGroupId) => addToMarksSaved(markNow(inputs, pageGroupId)),
    saveRegisters,
    addGuest,
    savePlans,
    undo: (groupId) => addToMarksSaved(marksSaved.then(() => undoNow(groupId))),
    canUndo: (groupId) => taps.last(groupId) !== null,
    syncNow,
    loadAnew() {
      loadAllNext = true
      return syncNow()
    },
    close,
  }
}

/** Notes who uses the device now. Videos that the coach before has saved must not keep this one out. */
async function noteCoach(db: CoachDatabase, user: StoreOptions['user']): Promise<void> {
  await retryWithoutVideos(db, async () => {
    await rememberAuthor(db, user)
    await emptyVault(db, user.uuid)
  })
}

function shownResult({ results }: CoachSnapshot, { memberUuid, schemeSlug, nodeId }: MarkInput): Result | undefined {
  return results.get(resultsKey(memberUuid, schemeSlug))?.get(nodeId)
}

/** How many operations wait on this device, and the counts of `SyncStatus`. */
async function countQueue(db: CoachDatabase, userUuid: string) {
  // a cursor would take a task for each of the hundreds that may wait at the end of a session without network
  const inState = (state: QueuedOperation['state']) => db.syncs.where('state').equals(state).toArray()
  const [waiting, refused] = await Promise.all([inState('pending'), inState('dead')])
  const countOwn = (ops: readonly QueuedOperation[]) => ops.filter((op) => op.authorUuid === userUuid).length
  const [queued, dead] = [countOwn(waiting), countOwn(refused)]
  return { waiting: waiting.length, queued, dead, others: waiting.length + refused.length - queued - dead }
}

/** The payload of a mark; `timestamp` is in unix seconds. */
function markPayloadOf(input: MarkInput, timestamp: number): MarkPayload {
  return {
    memberUuid: input.memberUuid,
    groupId: input.group.id,
    groupNgoId: input.group.ngo_id,
    schemeSlug: input.schemeSlug,
    schemeNodeId: input.nodeId,
    assessmentGrade: input.grade,
    assessmentPassGrade: input.pass,
    assessmentDate: input.date,
    timestamp,
  }
}

function isSame(a: SyncStatus, b: SyncStatus): boolean {
  const keys = Object.keys(a) as (keyof SyncStatus)[]
  return keys.every((key) => a[key] === b[key])
}

/** A failed call of the API, which is normal for a tablet at the poolside; other errors are bugs. */
function isExpected(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error
}
