import 'fake-indexeddb/auto'
import { describe, expect, test } from 'vitest'
import type { ChangesReply } from '#contract/assessment/sync.ts'
import { applyPage, replaceCache } from './cache.ts'
import type { CoachDatabase } from './database.ts'
import { forgetCoachData } from './forget.ts'
import { emptyVault, removeVaultsExcept, lockVault, makeVault, readVaults, openVault, tryPin } from './coach-vault.ts'
import { readQueue } from './offline-queue.ts'
import { enqueue } from './outbox.ts'
import { ANNA, ME as DEWI, newDevice, NOW } from './testing/queue.ts'

/** Any 32 bytes. */
const TEXT_KEY = btoa('0123456789abcdef0123456789abcdef')
const CHILD = '5f0c0000-0000-4000-8000-0000000000a1'
/** A day later: when Dewi's session ends. */
const SESSION_END = NOW + 86_400_000
const note = {
  kind: 'note' as const,
  lane: `note/c/${CHILD}`,
  payload: { memberUuid: CHILD, groupId: 'g', value: 'Nervous since the accident', timestamp: 1 },
}

/** A page of changes of a device that loads from the start, and its next cursor. */
function page(cursor: string, changes: ChangesReply['changes']): ChangesReply {
  return { from: '', cursor, rev: 1, more: false, reload: false, changes, serverTime: NOW, epoch: 'e' }
}

const erasure = { kind: 'erasure', key: CHILD, data: { memberUuid: CHILD } } as const

/**
 * Replaces the cache by a load of this coach that brings one group, whose name is also its id and the new cursor, and
 * these other changes.
 */
async function loadGroup(
  db: CoachDatabase,
  coach: typeof DEWI,
  name: string,
  others: ChangesReply['changes'] = [],
  epoch = 'e',
): Promise<void> {
  const group = { kind: 'group' as const, key: name, data: { id: name, name } as never }
  const owner = { user: coach.userUuid, club: coach.club }
  const from = (await db.setting('cache'))?.cursor
  await replaceCache(db, owner, from, [{ ...page(name, [group, ...others]), epoch }], [], NOW)
}
const groupIds = async (db: CoachDatabase) => (await db.groups.toArray()).map(({ id }) => id)

/** What the tablet answers to this PIN for Dewi: an error code, or 'open'. */
async function pinAnswer(db: CoachDatabase, pin: string) {
  const keys = await tryPin(db, DEWI.userUuid, pin)
  return typeof keys === 'string' ? keys : 'open'
}

/** A tablet that Dewi used by PIN and then handed over to Anna. */
async function tabletLeftByDewi(): Promise<CoachDatabase> {
  const db = newDevice()
  await loadGroup(db, DEWI, 'dolphins')
  await makeVault(db, DEWI.userUuid, '1357', TEXT_KEY)
  await lockVault(db, DEWI.userUuid, { session: 'tokens of Dewi' }, SESSION_END)
  await forgetCoachData(ANNA.userUuid, db.name)
  await loadGroup(db, ANNA, 'seals')
  return db
}

describe('the vault of a coach who left the tablet', () => {
  test('replaces the other coach’s rows by its own after the PIN, and keeps its text unreadable for others', async () => {
    const db = await tabletLeftByDewi()
    await enqueue(db, ANNA, [note], NOW)
    const storedSettings = JSON.stringify(await db.settings.toArray())
    for (const word of ['dolphins', 'tokens of Dewi']) expect(storedSettings).not.toContain(word)
    expect((await readVaults(db, NOW)).open).toEqual(new Set([DEWI.userUuid]))
    const keys = await tryPin(db, DEWI.userUuid, '1357')
    if (typeof keys === 'string') throw new Error(keys)
    expect(await openVault(db, DEWI.userUuid, keys)).toEqual({ session: 'tokens of Dewi' })
    expect([await groupIds(db), (await db.setting('cache'))?.user]).toEqual([['dolphins'], DEWI.userUuid])
    // another tab notices the change of coach late: it must not remove Dewi's rows
    await forgetCoachData(DEWI.userUuid, db.name)
    expect(await groupIds(db)).toEqual(['dolphins'])
    // new text is encrypted with Dewi's key at once, although there is no network
    const [op] = await enqueue(db, DEWI, [note], NOW)
    expect(JSON.stringify(op?.payload)).not.toContain('Nervous')
    const view = await readQueue(db, DEWI.userUuid)
    expect(view.waiting.map((entry) => entry.register?.payload.value)).toEqual([note.payload.value])
    expect(view.others).toMatchObject([{ userUuid: ANNA.userUuid, count: 1 }])
    // Dewi hands the tablet back to Anna, whose note still waits
    await lockVault(db, DEWI.userUuid, { session: 'newer' }, SESSION_END)
    await forgetCoachData(ANNA.userUuid, db.name)
    expect((await readQueue(db, ANNA.userUuid)).waiting).toHaveLength(1)
    expect(await groupIds(db)).toEqual([])
  })

  test('locks after five wrong PINs, parallel ones too, and a correct PIN resets the count', async () => {
    const db = await tabletLeftByDewi()
    // one wrong PIN fewer than lock the vault
    for (let n = 0; n < 4; n++) expect(await pinAnswer(db, '0000')).toBe('PIN_INCORRECT')
    expect(await pinAnswer(db, '1357')).toBe('open')
    const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => pinAnswer(db, `000${n}`)))
    // the fifth wrong PIN locks the vault, and the three after it are not checked
    expect(answers.filter((answer) => answer === 'PIN_INCORRECT')).toHaveLength(4)
    expect(answers.filter((answer) => answer === 'PIN_LOCKED')).toHaveLength(4)
    expect(await pinAnswer(db, '1357')).toBe('PIN_LOCKED')
    expect(await readVaults(db, NOW)).toMatchObject({ open: new Set(), locked: new Set([DEWI.userUuid]) })
  })

  test('does not open for a coach who never switched here, whose session has ended, or whose PIN was removed', async () => {
    const db = await tabletLeftByDewi()
    expect(await tryPin(db, ANNA.userUuid, '2468')).toBe('PIN_LOCKED')
    expect((await readVaults(db, SESSION_END)).open).toEqual(new Set())
    await removeVaultsExcept(db, [DEWI.userUuid])
    expect(await pinAnswer(db, '1357')).toBe('open')
    await removeVaultsExcept(db, [ANNA.userUuid])
    expect(await pinAnswer(db, '1357')).toBe('PIN_LOCKED')
  })

  test('is empty while its owner uses the tablet, after the session, and after a child was erased', async () => {
    const db = await tabletLeftByDewi()
    await emptyVault(db, DEWI.userUuid)
    expect((await readVaults(db, NOW)).open).toEqual(new Set())

    const erased = await tabletLeftByDewi()
    const pageWithErasure = {
      ...page('next', [erasure]),
      // the cursor of Anna's cache, without which the page would not be applied
      from: 'seals',
    }
    expect(await applyPage(erased, { user: ANNA.userUuid, club: ANNA.club }, pageWithErasure, [], NOW)).toBe(true)
    expect((await readVaults(erased, NOW)).open).toEqual(new Set())
    expect(await pinAnswer(erased, '1357')).toBe('open')

    const ended = await tabletLeftByDewi()
    await enqueue(ended, ANNA, [note], NOW)
    await forgetCoachData(/* end of session */ null, ended.name)
    expect(await pinAnswer(ended, '1357')).toBe('PIN_LOCKED')
    // the setting that holds the key of the open vault
    expect((await ended.settings.toArray()).map(({ name }) => name)).not.toContain('open-locker')
    // Anna's note still waits to be sent
    expect(await ended.syncs.count()).toBe(1)
  })
  test('stays when a load names an erasure that the tablet has carried out already, as each load of a year does', async () => {
    const db = await tabletLeftByDewi()
    const isOpen = async () => (await readVaults(db, NOW)).open.has(DEWI.userUuid)
    await loadGroup(db, ANNA, 'seals', [erasure])
    expect(await isOpen()).toBe(false)

    // both coaches use the tablet in turn
    const dewiComesAndGoes = async () => {
      await forgetCoachData(DEWI.userUuid, db.name)
      await loadGroup(db, DEWI, 'dolphins', [erasure])
      await makeVault(db, DEWI.userUuid, '1357', TEXT_KEY)
      await lockVault(db, DEWI.userUuid, { session: 'tokens of Dewi' }, SESSION_END)
      await forgetCoachData(ANNA.userUuid, db.name)
    }
    await dewiComesAndGoes()
    await loadGroup(db, ANNA, 'seals', [erasure])
    expect(await isOpen()).toBe(true)
    // another erasure empties it
    await loadGroup(db, ANNA, 'seals', [erasure, { ...erasure, key: 'm2', data: { memberUuid: 'm2' } }])
    expect(await isOpen()).toBe(false)

    // a restored server may have given the tablet the child once more before it was erased again
    await dewiComesAndGoes()
    await loadGroup(db, ANNA, 'seals', [erasure], 'epoch after a restore')
    expect(await isOpen()).toBe(false)
  })
})
