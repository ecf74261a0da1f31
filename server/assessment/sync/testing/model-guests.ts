import { expect } from 'vitest'
import type { GuestPayload } from '#domain/assessment/commands/guest.ts'
import type { QueuedOperation } from '#web/offline/database.ts'
import { isGuest } from '#web/offline/view.ts'
import type { Device, Run } from './model-device.ts'
import { dayOf, type ModelGroup, type ModelWorld } from './model-world.ts'
import type { Tablet } from './model-tablet.ts'
import { writeWord } from './model-words.ts'

type Guest = QueuedOperation & { payload: GuestPayload }

/**
 * A coach enters a child who is on no list, and writes a word about it at once, so that one batch has a child and what
 * was entered about it.
 */
export async function enterGuest(
  run: Pick<Run, 'world' | 'guests'>,
  device: Device,
  { group, isTrial }: { group: ModelGroup; isTrial: boolean },
): Promise<void> {
  const { tablet, account } = device
  const memberUuid = crypto.randomUUID()
  run.guests.add(memberUuid)
  await tablet.enter(account, 'guest', {
    memberUuid,
    groupId: group.id,
    date: dayOf(device.now()),
    firstname: 'Lily',
    lastname: '',
    value: isTrial ? 'trial' : 'today',
  })
  const view = await tablet.view(account)
  if (view.ready) expect(view.members.has(memberUuid), 'I6: one’s own guest is visible at once').toBe(true)
  await writeWord(run, device, { group, memberUuid, isRemoval: false })
}

/** The members whom a tablet entered as guests and the server refused. */
export async function refusedGuests(tablet: Tablet): Promise<ReadonlySet<string>> {
  const queue = await tablet.queue()
  return new Set(queue.filter(isGuest).flatMap(({ state, payload }) => (state === 'dead' ? [payload.memberUuid] : [])))
}

interface StoredGuest {
  member: string
  group: string
  author: string
  /** The number of its entries in the audit log. */
  audited: number
}

async function readGuests({ base: { owner } }: ModelWorld): Promise<ReadonlyMap<string, StoredGuest>> {
  const { rows } = await owner.query<StoredGuest>(
    `SELECT member_id AS member, group_id AS group, author_id AS author, (SELECT count(*) FROM audit_log
       WHERE audit_log.action = 'guest' AND audit_log.entity_id = guests.member_id::text) AS audited
     FROM guests`,
  )
  return new Map(rows.map((row) => [row.member, row]))
}

/** Checks at the end of a run that each guest was stored once, or refused for want of rights. */
export async function checkGuestsAtRest({ world, devices }: Run): Promise<void> {
  const stored = await readGuests(world)
  const tablets = devices.flatMap((device) => [...device.tablets.values()])
  const ops: Guest[] = (await Promise.all(tablets.map((tablet) => tablet.queue()))).flat().filter(isGuest)
  for (const { opId, state, code, authorUuid, payload } of ops) {
    const guest = stored.get(payload.memberUuid)
    expect(state, `I1: nothing waits for ever, ${opId}`).not.toBe('pending')
    if (state === 'dead') {
      expect(code, `I9: a guest is refused for want of rights only, ${opId}`).toBe('NOT_ASSIGNED')
      expect(guest, `I2: a refused operation has no effect, ${opId}`).toBe(undefined)
    } else
      expect(
        [guest?.group, guest?.author, guest?.audited],
        `I2 and I7: one effect per operation, in its author’s name, ${opId}`,
      ).toEqual([payload.groupId, authorUuid, 1])
  }
  const entered = new Set(ops.map((op) => op.payload.memberUuid))
  expect(
    [...stored.keys()].filter((member) => !entered.has(member)),
    'I2: no guest is stored that no device entered',
  ).toEqual([])
}
