import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { expect } from 'vitest'
import { compareStamps, MAX_COUNTER } from '#domain/assessment/stamp.ts'
import { undoGrade } from '#domain/assessment/mark.ts'
import type { Result } from '#domain/assessment/engine.ts'
import { resultsKey, type CoachSnapshot } from '#web/offline/coach-store.ts'
import type { QueuedOperation } from '#web/offline/database.ts'
import { Device, type Run } from './model-device.ts'
import { checkAtRest, checkOutbox, checkOwnWrites } from './model-check.ts'
import { checkGuestsAtRest, enterGuest, refusedGuests } from './model-guests.ts'
import { checkPlansAtRest, takePlanStep } from './model-plans.ts'
import { Rights } from './model-rights.ts'
import { checkWordsAtRest, writeWord } from './model-words.ts'
import { DEVICES, NODES, PASS, type Course, type Defect, type Fault, type Step } from './model-steps.ts'
import { Tablet, type SyncEnd } from './model-tablet.ts'
import { dayOf, seedIds, type Account, type ModelGroup, type ModelWorld } from './model-world.ts'

/** How much time passes before each step of a course. */
const STEP_MS = 700
/** The most syncs of one account at the end: a failing operation is given up after ten tries. */
const MAX_ROUNDS = 12

/** Runs so far; each run names its devices' databases by its number. */
let runs = 0

/** Plays a course from the initial state, lets all devices sync, and checks the invariants (I1 to I12). */
export async function play(world: ModelWorld, course: Course): Promise<void> {
  runs++
  await world.reset()
  seedIds('start')
  const devices = Array.from({ length: DEVICES }, (_, index) => {
    const account = world.accounts[index]
    if (!account) throw new Error('no account for the device')
    return new Device(world, `model-${runs}-${index}`, account, course.skews[index] ?? 0)
  })
  const run: Run = {
    world,
    devices,
    rights: new Rights(world),
    defects: new Map(),
    guests: new Set(),
    pulled: new Map(),
  }
  // a tablet shows nothing before its first load
  for (const device of devices) await device.tablet.sync(device.account)
  for (const [index, step] of course.steps.entries()) {
    world.pass(STEP_MS)
    // ids depend on their step only, not on how many the server has drawn meanwhile
    seedIds(String(index))
    await takeStep(run, step)
  }
  seedIds('end')
  await syncAllDevices(run)
  await checkAtRest(run)
  await checkPlansAtRest(run)
  await checkWordsAtRest(run)
  await checkGuestsAtRest(run)
  for (const device of devices) for (const tablet of device.tablets.values()) await tablet.delete()
}

/**
 * Ends a run: all replies arrive, every author logs in once more on each device that holds their work, and all devices
 * sync.
 */
async function syncAllDevices({ world, devices, pulled }: Run): Promise<void> {
  for (const device of devices) for (const tablet of device.tablets.values()) await tablet.release()
  for (const device of devices) {
    const lastAccount = device.account
    for (const tablet of device.tablets.values()) {
      for (const account of accountsOn(world, tablet)) {
        device.logIn(account)
        await tablet.tryAgain(account.author)
        for (let round = 0; round < MAX_ROUNDS; round++) {
          world.pass(STEP_MS)
          expect(await tablet.sync(account), 'I10: a good network lets a sync through').toBe('done')
          pulled.set(tablet, new Set([...(pulled.get(tablet) ?? []), account.club]))
          const waiting = await tablet.queue()
          if (!waiting.some((op) => op.state === 'pending' && op.authorUuid === account.author)) break
        }
      }
    }
    device.logIn(lastAccount)
  }
  for (const device of devices) {
    world.pass(STEP_MS)
    expect(await device.tablet.sync(device.account), 'I10: a good network lets a sync through').toBe('done')
    pulled.set(device.tablet, new Set([...(pulled.get(device.tablet) ?? []), device.account.club]))
  }
}

/**
 * The authors whose operations are or were on a tablet, with one account each, because a sync sends an author's
 * operations of all clubs.
 */
function accountsOn(world: ModelWorld, tablet: Tablet): Account[] {
  const authors = new Set([...tablet.saved.values()].map((op) => op.authorUuid))
  return [...authors].flatMap((author) => world.accounts.find((account) => account.author === author) ?? [])
}

/** Takes one step of a course. */
async function takeStep(run: Run, step: Step): Promise<void> {
  const { world, devices, rights } = run
  const device = 'device' in step ? devices[step.device] : undefined
  switch (step.do) {
    case 'wait':
      return world.pass(step.ms)
    case 'restart server':
      return world.restartServer()
    case 'epoch':
      return world.newEpoch(world.base.tenants[step.tenant === 0 ? 0 : 1])
    case 'member': {
      const group = pick(world.groups, step.group)
      const member = pick(membersOf(world, group), step.member)
      if (world.erased.has(member)) return
      rights.setTaught(group, member, step.taught)
      return world.setTaught(group, member, step.taught)
    }
    case 'erase': {
      const group = pick(world.groups, step.group)
      const member = pick(membersOf(world, group), step.member)
      return world.erased.has(member) ? undefined : world.erase(group, member)
    }
    case 'coach': {
      const group = pick(world.groups, step.group)
      const coach = pick(group.coaches, step.coach)
      rights.setCoached(group, coach, step.coached)
      return world.setCoached(group, coach, step.coached)
    }
  }
  if (!device) throw new Error(`no device for ${step.do}`)
  const { tablet, account } = device
  switch (step.do) {
    case 'mark':
      return makeMark(run, device, step, step.defect)
    case 'plan':
    case 'share':
    case 'attach':
      return takePlanStep(run, device, step)
    case 'word': {
      const group = ownGroup(device, step.group)
      const memberUuid = pick(membersOf(world, group), step.member)
      return writeWord(run, device, { group, memberUuid, isRemoval: step.isRemoval })
    }
    case 'guest':
      return enterGuest(run, device, { group: ownGroup(device, step.group), isTrial: step.isTrial })
    case 'undo':
      return undoLastMark(device, step.group)
    case 'sync':
      return checkViewIsKept(device, async () =>
        checkAfterSync(run, device, step.push, await tablet.sync(account, step.push, step.pull)),
      )
    case 'sync beside': {
      const { meanwhile } = step
      // a step of the same device moves to the next one, because this device's tab is busy with the pull
      const stepOfOther =
        'device' in meanwhile && meanwhile.device === step.device
          ? { ...meanwhile, device: (step.device + 1) % DEVICES }
          : meanwhile
      return world.duringPull(
        () => takeStep(run, stepOfOther),
        () => checkViewIsKept(device, async () => checkAfterSync(run, device, 'none', await tablet.sync(account))),
      )
    }
    case 'crash': {
      const interruptedMark = { ...step, grade: 2 }
      // a new tab has no undo and no open editor
      device.undoable = new Map()
      device.editors = new Map()
      await checkViewIsKept(device, async () => {
        const crashed = await tablet.runUntilCrash(step.write, () =>
          step.in === 'sync' ? tablet.sync(account) : makeMark(run, device, interruptedMark, null),
        )
        return crashed ? 'crashed' : 'done'
      })
      return checkOutbox(run, tablet)
    }
    case 'hold':
      return tablet.hold(account, step.call, step.pull)
    case 'release':
      if (await tablet.release()) await checkOwnWrites(run, device)
      return
    case 'restart':
      device.restart()
      return checkOutbox(run, tablet)
    case 'log in':
      device.logIn(pick(world.accounts, step.account))
      return checkOutbox(run, tablet)
    case 'clock':
      device.skew = step.skew
      return
    case 'try again':
      return tablet.tryAgain(account.author)
  }
}

/** Checks that `work`, a sync that may fail or die, removes nothing from the screen unless it is done. */
async function checkViewIsKept(device: Device, work: () => Promise<SyncEnd>): Promise<void> {
  const readShown = async () => {
    const view = await device.tablet.view(device.account)
    if (!view.ready) return null
    const cursor = (await device.tablet.db.setting('cache'))?.cursor
    return { cursor, groups: view.groups.length, members: [...view.members.keys()] }
  }
  const before = await readShown()
  const syncEnd = await work()
  if (syncEnd === 'done' || !before) return
  const after = await readShown()
  // the pull was complete; only a later part of the sync failed
  if (after && after.cursor !== before.cursor) return
  // a guest whose entry was refused is no longer there
  const refused = await refusedGuests(device.tablet)
  const members = before.members.filter((member) => !refused.has(member))
  expect(after, 'I4: until a new load is complete the old one is shown').toEqual({ ...before, members })
}

/**
 * Checks a device after a sync: its queue, its author's marks on the screen, and that no valid operation waits. With the
 * fault `half` some do, because the server did not get them.
 */
async function checkAfterSync(run: Run, device: Device, push: Fault, end: SyncEnd): Promise<SyncEnd> {
  await checkOutbox(run, device.tablet)
  await checkOwnWrites(run, device)
  if (end !== 'done' || push === 'half') return end
  const waiting = (await device.tablet.queue()).filter(
    (op) =>
      op.state === 'pending' &&
      op.authorUuid === device.account.author &&
      run.defects.get(op.opId) !== 'failure' &&
      // the operation waits for a plan that has not arrived or was deleted
      op.code !== 'UNKNOWN_PLAN',
  )
  expect(waiting, 'I9 and I10: a sync that went through leaves nothing good waiting').toEqual([])
  return end
}

/** Makes a mark on a device; with a defect, one that the server must refuse. */
async function makeMark(
  run: Run,
  device: Device,
  step: { group: number; member: number; node: number; grade: number },
  defect: Defect | null,
): Promise<void> {
  const { world } = run
  const { account } = device
  const group = ownGroup(device, step.group)
  const isManualPass = pick(NODES, step.node).endsWith('/manual')
  const memberUuid = pick(membersOf(world, group), step.member)
  // a device that has pulled the erasure shows no member to mark
  const view = await device.tablet.view(account)
  if (world.erased.has(memberUuid) && !view.members.has(memberUuid)) return
  const payload: MarkPayload = {
    memberUuid: defect === 'member' ? crypto.randomUUID() : memberUuid,
    groupId: group.id,
    groupNgoId: null,
    schemeSlug: 'swim',
    schemeNodeId: defect === 'node' ? '/stage-1/fly' : pick(NODES, step.node),
    assessmentGrade: isManualPass ? Math.min(step.grade, 1) : step.grade,
    assessmentPassGrade: isManualPass ? 1 : PASS,
    assessmentDate: dayOf(device.now()),
    timestamp: Math.floor(device.now() / 1000),
  }
  const before = resultShown(view, payload)
  const op = await saveMark(device, payload)
  if (!defect) {
    const stack = device.undoable.get(group.id) ?? []
    device.undoable.set(group.id, [...stack, { payload, before }])
    return
  }
  run.defects.set(op.opId, defect)
  if (defect === 'failure')
    // the model's database fails on this stamp, so that the server fails unexpectedly
    await device.tablet.db.syncs.update(op.opId, { stamp: { ...op.stamp, counter: MAX_COUNTER } })
}

/** Undoes the last mark that the open tab can undo in one of its groups. */
async function undoLastMark(device: Device, groupIndex: number): Promise<void> {
  const groups = [...device.undoable.keys()]
  if (groups.length === 0) return
  const stack = device.undoable.get(pick(groups, groupIndex)) ?? []
  const lastMark = stack.pop()
  if (!lastMark) return
  const { memberUuid } = lastMark.payload
  // a device that has pulled the erasure shows no member to mark
  if (device.world.erased.has(memberUuid) && !(await device.tablet.view(device.account)).members.has(memberUuid)) return
  const { grade, pass } = undoGrade(lastMark.before, {
    nodeId: lastMark.payload.schemeNodeId,
    pass: lastMark.payload.assessmentPassGrade,
  })
  const timestamp = Math.floor(device.now() / 1000)
  await saveMark(device, {
    ...lastMark.payload,
    assessmentGrade: grade,
    assessmentPassGrade: pass,
    assessmentDate: dayOf(device.now()),
    timestamp,
  })
}

/** Saves a mark and checks that the screen shows it. */
async function saveMark(device: Device, payload: MarkPayload): Promise<QueuedOperation> {
  const { tablet, account } = device
  const seenStamp = await tablet.cachedStamp(payload)
  const op = await tablet.mark(account, payload)
  if (seenStamp) {
    const isNewer = compareStamps(op.stamp, seenStamp) > 0
    expect(isNewer, `I3: an edit is newer than what its author saw, ${op.opId}`).toBe(true)
  }
  const view = await tablet.view(account)
  // before its first load a tablet shows nothing at all
  if (view.ready)
    expect(resultShown(view, payload)?.grade, 'I6: one’s own write is visible at once').toBe(payload.assessmentGrade)
  return op
}

function resultShown(
  { results }: CoachSnapshot,
  { memberUuid, schemeSlug, schemeNodeId }: MarkPayload,
): Result | undefined {
  return results.get(resultsKey(memberUuid, schemeSlug))?.get(schemeNodeId)
}

/** An item of the list; larger numbers start again at its beginning. */
function pick<T>(list: readonly T[], index: number): T {
  const item = list[index % list.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}

/** A group of the club in which the device's coach is logged in. */
function ownGroup({ world, account }: Device, index: number): ModelGroup {
  return pick(
    world.groups.filter((g) => g.club === account.club),
    index,
  )
}

/** Members of the group's club that the model knows. */
function membersOf(world: ModelWorld, group: ModelGroup): string[] {
  return [...new Set(world.groups.filter((g) => g.club === group.club).flatMap((g) => g.members))]
}
