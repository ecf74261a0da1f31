import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { ChangesReply, Operation, RegisterRow } from '#contract/assessment/sync.ts'
import { addDays, localDate } from '#domain/platform/club-time.ts'
import type { RegisterTarget } from '#server/testing/world.ts'
import { createWorld, Device, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let token: string
let device: Device
let today: string

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  one = world.tenants[0]
  token = (await world.logIn(one, 'coach')).token
  device = new Device(world, one, token)
  today = world.today()
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

/** The date so many days ago; negative numbers are days to come. */
function dayBefore(daysBack: number): string {
  return addDays(today, -daysBack)
}

/** What an entry of attendance is about: the member in the tenant's group on a date. */
const attendanceOf = (memberUuid: string, date = today): RegisterTarget => ({
  kind: 'attendance',
  groupId: one.group,
  date,
  memberUuid,
})

/** Everything that a full load brings: registers by lane, and notes by member. */
async function pullAll(): Promise<{ registers: Map<string, RegisterRow>; notes: Map<string, string | null> }> {
  const [registers, notes] = [new Map<string, RegisterRow>(), new Map<string, string | null>()]
  for (let cursor = ''; ;) {
    const url = `/v1/sync/changes?club_id=${one.club}&cursor=${cursor}`
    const page = (await world.request({ url, token })).json<ChangesReply>()
    for (const change of page.changes) {
      if (change.kind === 'register' && change.data) registers.set(change.data.lane, change.data)
      if (change.kind === 'member' && change.data) notes.set(change.key, change.data.note)
    }
    cursor = page.cursor
    if (!page.more) return { registers, notes }
  }
}

/** Pushes operations; returns for each its outcome, or the code of a refusal. */
const pushOutcomes = async (...ops: Operation[]) =>
  (await device.push(...ops)).outcomes.map(({ outcome, code }) => code ?? outcome)

describe('a register entry (attendance, badge, move or note)', () => {
  test('of attendance can be pulled by tablets, and a corrected entry stays in the history', async () => {
    const [sian, beca] = one.members
    const ops = [
      device.registerEntry(attendanceOf(sian), 'present'),
      device.registerEntry(attendanceOf(beca), 'absent'),
    ]
    expect(await pushOutcomes(...ops)).toEqual(['applied', 'applied'])
    // the same entries sent again, with a correction of the second
    expect(await pushOutcomes(...ops, device.registerEntry(attendanceOf(beca), 'present'))).toEqual([
      'applied',
      'applied',
      'applied',
    ])
    const { registers } = await pullAll()
    const lane = (memberId: string) => registers.get(`attendance/${one.group}/${today}/${memberId}`)
    expect(lane(sian)).toMatchObject({
      kind: 'attendance',
      value: 'present',
      date: today,
      authorName: 'Anna Pritchard',
    })
    expect(lane(beca)).toMatchObject({ value: 'present' })
    const { rows } = await world.owner.query(`SELECT value FROM register_edits WHERE lane LIKE $1 ORDER BY stamp_seq`, [
      `%${today}/${beca}`,
    ])
    expect(rows.map((row: { value: string }) => row.value)).toEqual(['absent', 'present'])
    // the entry that was sent twice is logged once
    const audit = await world.owner.query(`SELECT FROM audit_entries WHERE action = 'attendance' AND entity_id = $1`, [
      beca,
    ])
    expect(audit.rowCount).toBe(2)
    // the entry is its own answer and its own entry of the log
    const copies = await world.owner.query(
      `SELECT op_id::text FROM sync_ops WHERE op_id = ANY($1) UNION ALL
       SELECT entity_id FROM audit_log WHERE after ->> 'op' = ANY($1::uuid[]::text[])`,
      [ops.map(({ opId }) => opId)],
    )
    expect(copies.rows).toEqual([])
    // the same id with another payload is refused
    const [first] = ops
    const reused = { ...device.registerEntry(attendanceOf(sian), 'absent'), opId: first?.opId ?? '' }
    expect(await pushOutcomes(reused)).toEqual(['OP_ID_REUSED'])
  })

  test('of a badge, a move or a note is stored together with a mark of the same batch', async () => {
    const [sian] = one.members
    const badge = { kind: 'badge', memberUuid: sian, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
    expect(
      await pushOutcomes(
        device.mark(sian, '/stage-1/float', 3),
        device.registerEntry(badge, true),
        device.registerEntry({ kind: 'move', groupId: one.group, memberUuid: sian }, 'move'),
        device.registerEntry({ kind: 'note', memberUuid: sian }, 'Nervous in deep water'),
      ),
    ).toEqual(['applied', 'applied', 'applied', 'applied'])
    const { registers, notes } = await pullAll()
    expect(registers.get(`badge/${sian}/swim/stage-1`)).toMatchObject({
      value: true,
      nodeId: '/stage-1',
      schemeSlug: 'swim',
    })
    expect(registers.get(`move/${one.group}/${sian}`)).toMatchObject({ value: 'move' })
    expect(notes.get(sian)).toBe('Nervous in deep water')
    const { rows } = await world.owner.query(`SELECT note_by FROM club_members WHERE member_id = $1`, [sian])
    expect(rows).toEqual([{ note_by: one.coach }])
  })

  test('of a word to the family is sent to the tablets of its club, and every edit of it is logged without its text', async () => {
    const [, beca] = one.members
    const word = { kind: 'family_word', memberUuid: beca, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
    const first = device.registerEntry(word, 'Beca swam like a fish')
    expect(await pushOutcomes(first)).toEqual(['applied'])
    world.clock.now += 1000
    expect(await pushOutcomes(first, device.registerEntry(word, 'Beca was brave'))).toEqual(['applied', 'applied'])
    const lane = `family_word/${one.club}/${beca}/swim/stage-1`
    expect((await pullAll()).registers.get(lane)).toMatchObject({ value: 'Beca was brave', authorUuid: one.coach })
    const { rows } = await world.owner.query(
      `SELECT club_id, after FROM audit_entries WHERE action = 'family_word' AND entity_id = $1`,
      [beca],
    )
    expect(rows).toHaveLength(2)
    expect(rows.every(({ club_id }) => club_id === one.club)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain('Beca')
  })

  test('for a day in the future is stored for the day of entry', async () => {
    const [, beca] = one.members
    expect(await pushOutcomes(device.registerEntry(attendanceOf(beca, dayBefore(-1)), 'absent'))).toEqual(['applied'])
    // On a tablet whose clock is a year ahead, the day of the entry is also the day on which it is made. The server can
    // see that it is in the future only after it has set the time of the entry back to its own.
    const inAYear = world.clock.now + 365 * 86_400_000
    const dayInAYear = localDate(inAYear, 'Europe/London')
    const entryOfFastClock = device.registerEntry(attendanceOf(beca, dayInAYear), 'present', { ms: inAYear })
    expect(await pushOutcomes(entryOfFastClock)).toEqual(['applied'])
    const { registers } = await pullAll()
    expect(registers.get(`attendance/${one.group}/${today}/${beca}`)).toMatchObject({ date: today, value: 'present' })
    expect([...registers.values()].filter(({ date }) => date !== null && date > today)).toEqual([])
  })

  test('is refused with a code when it is invalid or its author may not write it, and a good one of the same batch is applied', async () => {
    const [sian] = one.members
    const unknownId = crypto.randomUUID()
    const note = { kind: 'note', memberUuid: sian } as const
    const word = { kind: 'family_word', memberUuid: sian, schemeSlug: 'swim', schemeNodeId: '/stage-1' } as const
    const cases: [Operation, string][] = [
      [device.registerEntry(attendanceOf(unknownId), 'present'), 'UNKNOWN_MEMBER_OR_GROUP'],
      [device.registerEntry(attendanceOf(world.tenants[1].members[0]), 'present'), 'UNKNOWN_MEMBER_OR_GROUP'],
      [
        device.registerEntry({ ...attendanceOf(sian), groupId: unknownId } as RegisterTarget, 'present'),
        'UNKNOWN_MEMBER_OR_GROUP',
      ],
      // the client allows seven days (MAX_PAST_DAYS_ATTENDANCE)
      [device.registerEntry(attendanceOf(sian, dayBefore(8)), 'present'), 'DATE_NOT_ALLOWED'],
      [device.registerEntry(attendanceOf(sian, '2026-02-30'), 'present'), 'INVALID_PAYLOAD'],
      [device.registerEntry(attendanceOf(sian), 'late'), 'INVALID_PAYLOAD'],
      // a note may have 2,000 characters
      [device.registerEntry(note, 'x'.repeat(2001)), 'INVALID_PAYLOAD'],
      [
        device.registerEntry({ kind: 'badge', memberUuid: sian, schemeSlug: 'swim', schemeNodeId: '/nowhere' }, true),
        'UNKNOWN_NODE',
      ],
      // a word to the family may have 300 characters
      [device.registerEntry(word, 'x'.repeat(301)), 'INVALID_PAYLOAD'],
      [device.registerEntry({ ...word, schemeNodeId: '/stage-1/float' }, 'a'), 'UNKNOWN_NODE'],
      [device.registerEntry({ ...word, memberUuid: world.tenants[1].members[0] }, 'a'), 'UNKNOWN_MEMBER_OR_GROUP'],
      [{ ...device.registerEntry(note, 'a'), lane: `note/${one.club}/${unknownId}` }, 'WRONG_LANE'],
      [{ ...device.registerEntry(note, 'b'), payloadHash: '0'.repeat(64) }, 'HASH_MISMATCH'],
      [{ ...device.registerEntry(note, 'c'), authorUuid: one.parent }, 'WRONG_AUTHOR'],
      [device.registerEntry(attendanceOf(sian, dayBefore(7)), 'present'), 'applied'],
    ]
    expect(await pushOutcomes(...cases.map(([op]) => op))).toEqual(cases.map(([, code]) => code))
  })

  test('has the same winner in whatever order the edits of three devices arrive', async () => {
    const [sian] = one.members
    // an edit by one of three devices, whose clocks are up to 15 minutes slow
    const edit = fc.record({ device: fc.nat(2), skewSeconds: fc.integer({ min: -900, max: 0 }), value: fc.boolean() })
    let deliveries = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (edits, draw) => {
          const winners: unknown[] = []
          const target = (): RegisterTarget => ({
            kind: 'badge',
            memberUuid: sian,
            schemeSlug: 'swim',
            schemeNodeId: '/stage-1',
          })
          for (let delivery = 0; delivery < 2; delivery++) {
            await world.owner.query(`DELETE FROM register_edits WHERE lane LIKE 'badge/%'`)
            const devices = [0, 1, 2].map(() => new Device(world, one, token))
            // the edits of one device arrive in their order, but `draw` decides which device sends next
            const queues = devices.map((sender, index) => {
              const editsOfDevice = edits.filter((edit) => edit.device === index)
              return editsOfDevice.map(({ value, skewSeconds }, editIndex) => {
                // in the past, because stamps of the future would be clamped; the two indexes make each stamp different
                const ms = world.clock.now - 1_000_000 + skewSeconds * 1_000 + index + editIndex * 3
                return sender.registerEntry(target(), value, { ms })
              })
            })
            while (queues.some((queue) => queue.length > 0)) {
              const waiting = queues.filter((queue) => queue.length > 0)
              const op = waiting[(draw.next().value ?? 0) % waiting.length]?.shift()
              const sender = devices.find((candidate) => candidate.id === op?.stamp.deviceId)
              if (op && sender) await sender.push(op)
            }
            winners.push((await pullAll()).registers.get(`badge/${sian}/swim/stage-1`)?.value)
            deliveries++
          }
          expect(winners[1]).toBe(winners[0])
        },
      ),
      { numRuns: 25, seed: 7 },
    )
    // two orders of delivery in each of 25 runs
    expect(deliveries).toBe(50)
  })
})
