import { expect } from 'vitest'
import { familyWordLane, type FamilyWordPayload } from '#domain/assessment/commands/family-word.ts'
import { compareStamps } from '#domain/assessment/stamp.ts'
import type { QueuedOperation } from '#web/offline/database.ts'
import type { Device, Run } from './model-device.ts'
import type { ModelGroup, ModelWorld } from './model-world.ts'

type Word = QueuedOperation & { payload: FamilyWordPayload }

function isWord(op: QueuedOperation): op is Word {
  return op.kind === 'family_word'
}

/** A coach writes a word to the family of a member, or removes it. The command asks nothing of the level but its kind. */
export async function writeWord(
  { world }: Pick<Run, 'world'>,
  { tablet, account }: Device,
  { group, memberUuid, isRemoval }: { group: ModelGroup; memberUuid: string; isRemoval: boolean },
): Promise<void> {
  // a device that has pulled the erasure shows no member to write about
  if (world.erased.has(memberUuid) && !(await tablet.view(account)).members.has(memberUuid)) return
  const level = { memberUuid, schemeSlug: 'swim', schemeNodeId: '/stage-1' }
  const value = isRemoval ? '' : `word ${crypto.randomUUID()}`
  await tablet.enter(account, 'family_word', { groupId: group.id, ...level, value })
  const after = await tablet.view(account)
  if (after.ready)
    expect(
      after.registers.get(familyWordLane(level, account.club))?.value,
      'I6: one’s own word is visible at once',
    ).toBe(value)
}

interface StoredWords {
  edits: ReadonlyMap<string, { author: string; audited: number; clamped: boolean }>
  words: ReadonlyMap<string, { club: string; member: string; value: unknown; author: string }>
  outcomes: ReadonlyMap<string, string>
}

async function readWords({ base: { owner } }: ModelWorld): Promise<StoredWords> {
  // one query after the other, because they share a connection
  const edits = await owner.query<{ op: string; author: string; audited: number; clamped: boolean }>(
    `SELECT op_id AS op, author_id AS author, clamped, (SELECT count(*) FROM audit_entries
       WHERE audit_entries.action = 'family_word' AND audit_entries.after ->> 'op' = edit.op_id::text) AS audited
     FROM register_edits edit`,
  )
  const words = await owner.query<{ lane: string; club: string; member: string; value: unknown; author: string }>(
    'SELECT lane, club_id AS club, member_id AS member, value, author_id AS author FROM registers',
  )
  const ops = await owner.query<{ op_id: string; outcome: string }>('SELECT op_id, outcome FROM delivered_operations')
  return {
    edits: new Map(edits.rows.map((row) => [row.op, row])),
    words: new Map(words.rows.map((row) => [row.lane, row])),
    outcomes: new Map(ops.rows.map((row) => [row.op_id, row.outcome])),
  }
}

/** Checks the words to families at the end of a run, when every device has synced. */
export async function checkWordsAtRest({ world, devices, guests }: Run): Promise<void> {
  const stored = await readWords(world)
  const tablets = devices.flatMap((device) => [...device.tablets.values()])
  const queued = (await Promise.all(tablets.map((tablet) => tablet.queue()))).flat().filter(isWord)
  const ops = queued.filter((op) => !world.erased.has(op.payload.memberUuid))
  for (const op of ops) checkSettled(op, stored, guests)
  const created = new Set(tablets.flatMap((tablet) => [...tablet.saved.keys()]))
  expect(
    [...stored.edits.keys()].filter((id) => !created.has(id)),
    'I2: no word is stored that no device wrote',
  ).toEqual([])
  expect(
    [...stored.words.values()].filter(({ member }) => world.erased.has(member)),
    'security.md 42: no word about an erased member is left',
  ).toEqual([])
  checkWinners(ops, stored)
  for (const { tablet, account } of devices) {
    const view = await tablet.view(account)
    const held = [...stored.words].filter(([, { club, member }]) => club === account.club && view.members.has(member))
    expect(
      [...view.registers].map(([lane, { value }]) => `${lane} ${String(value)}`).toSorted(),
      'I4 and I8: a device at rest shows the words of its club about members of own groups, and no others',
    ).toEqual(held.map(([lane, { value }]) => `${lane} ${String(value)}`).toSorted())
  }
}

/** Checks that a word was stored or refused for want of rights, and that its device knows which. */
function checkSettled(op: Word, stored: StoredWords, guests: ReadonlySet<string>): void {
  const edit = stored.edits.get(op.opId)
  expect(op.state, `I1: nothing waits for ever, ${op.opId}`).not.toBe('pending')
  if (op.state === 'dead') {
    // a guest is unknown if its own entry was refused
    const codes = guests.has(op.payload.memberUuid) ? ['NOT_ASSIGNED', 'UNKNOWN_MEMBER_OR_GROUP'] : ['NOT_ASSIGNED']
    expect(codes, `I9: a word is refused for want of rights only, ${op.opId}`).toContain(op.code)
    return expect(edit, `I2: a refused operation has no effect, ${op.opId}`).toBe(undefined)
  }
  expect(stored.outcomes.get(op.opId), `I1b: the device knows what became of it, ${op.opId}`).toBe(op.code ?? 'applied')
  return expect(
    [edit?.audited, edit?.author],
    `I2 and I7: one effect per operation, in its author’s name, ${op.opId}`,
  ).toEqual([1, op.authorUuid])
}

/** Checks that of each lane the word counts whose stamp is the largest among the newest of each device. */
function checkWinners(ops: readonly Word[], stored: StoredWords): void {
  const lanes = Map.groupBy(
    ops.filter((op) => op.state === 'acknowledged'),
    (op) => op.lane,
  )
  expect([...stored.words.keys()].toSorted(), 'I2: a word for each lane that was written, and no other').toEqual(
    [...lanes.keys()].toSorted(),
  )
  for (const [lane, edits] of lanes) {
    // the server replaced the stamp of a fast clock, so the devices' stamps do not tell the winner
    if (edits.some((op) => stored.edits.get(op.opId)?.clamped)) continue
    const newest = new Map(edits.toSorted((x, y) => x.seq - y.seq).map((op) => [op.stamp.deviceId, op]))
    const best = [...newest.values()].reduce((x, y) => (compareStamps(x.stamp, y.stamp) > 0 ? x : y))
    const word = stored.words.get(lane)
    expect([word?.value, word?.author], `I5: the winner does not depend on the order of delivery, ${lane}`).toEqual([
      best.payload.value,
      best.authorUuid,
    ])
  }
}
