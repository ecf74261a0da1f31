import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { CopyEditsReply, ReleasePlan, WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import type { EditsReply, RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Video } from '#contract/curriculum/schemes.ts'
import type { HistoryEntry, OwnSteps } from '#contract/curriculum/history.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { Edit } from '#domain/curriculum/tree.ts'
import { Author, node } from '#server/curriculum/sharing/testing/chain.ts'
import { sweepFilesBatch } from '#server/platform/jobs/sweep-files.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { createWorld, Device, SKILLS, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let author: Author

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  await world.owner.query(`UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'`)
  author = await Author.of(world, world.tenants[0])
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const url = (path = '') => `/v1/curriculum/swim/working-copy${path}`
const state = async () => (await author.call<WorkingCopyState>('GET', url())).body
const copyId = async () => (await state()).copy?.id ?? ''
/** Saves a batch in the copy, which it begins when there is none. */
const put = (edits: Edit[], more: object = {}) =>
  author.call<CopyEditsReply>('POST', url('/edits'), { copy: null, base: 0, edits, ...more })
const plan = async (keep_live: object[] = []) =>
  (await author.call<ReleasePlan>('POST', url('/plan'), { copy: await copyId(), keep_live })).body
async function release(keep_live: object[] = []) {
  const { revision } = await plan(keep_live)
  return author.call<WorkingCopyState>('POST', url('/release'), { copy: await copyId(), revision, keep_live })
}
const readCopy = async () => {
  const { body } = await author.call<RawCurriculum>('GET', url(`/tree?copy=${await copyId()}`))
  return nodesWithDefaults(body)
}
const titlesIn = ({ nodes }: { nodes: readonly { title: Record<string, string> }[] }) =>
  nodes.map(({ title }) => title['en'])
const live = () => author.readRaw('swim')
const rename = (id: string, en: string): Edit => ({ do: 'set', id, set: { title: { en } } })
const grade = (id: string, kind: number): Edit => ({ do: 'set', id, set: { grade: kind } })
const move = (id: string, parentId: string): Edit => ({ do: 'move', ids: [id], parentId, before: null })

/** Drops the copy that a test left, so that each begins without one. */
beforeEach(async () => {
  const id = await copyId()
  if (id !== '') await author.call('POST', url('/drop'), { copy: id })
  world.clock.now += 1_000
})

describe('a working copy', () => {
  test('is begun by the first batch that is put into it, and holds what is not live', async () => {
    expect((await state()).copy).toBeNull()
    const reply = await put([move('/stage-1/kick', '/stage-2')])
    expect(reply.status).toBe(200)
    expect(reply.body.saved).toEqual({ in: 'copy', revision: 1 })
    expect((await state()).copy).toEqual({
      id: reply.body.copy,
      begun_by: 'Greta Lind',
      begun_ts: Math.floor(world.clock.now / 1000),
      changes: 1,
    })
    const parentOf = ({ nodes }: Awaited<ReturnType<typeof live>>) =>
      nodes.find(({ id }) => id === '/stage-1/kick')?.parentId
    expect(parentOf(await live())).toBe('/stage-1')
    expect(parentOf(await readCopy())).toBe('/stage-2')
    expect(world.announced.at(-1)).toMatchObject({ workingCopies: ['swim'], schemes: [] })
  })

  test('lets texts go live at once, and has those that went live without it', async () => {
    const { body: first } = await put([{ do: 'set', id: '/stage-1', set: { starred: true } }])
    const before = await live()
    const saved = await put([rename('/stage-1/float', 'Float freely')], { copy: first.copy, base: first.revision })
    expect(saved.body).toMatchObject({
      saved: { in: 'live', revision: before.revision + 1 },
      revision: first.revision + 1,
      batches: [{ revision: first.revision + 1, edits: [rename('/stage-1/float', 'Float freely')] }],
    })
    expect(titlesIn(await live())).toContain('Float freely')
    await author.edit('swim', rename('/stage-1/glide', 'Glide on'))
    expect(titlesIn(await readCopy())).toEqual(titlesIn(await live()))
    // the page that shows the tree before that loads it anew
    const since = await author.call<EditsReply>('GET', url(`/edits?copy=${first.copy}&since=${saved.body.revision}`))
    expect(since.body).toEqual({ revision: saved.body.revision + 1, batches: null })
  })

  test('takes back live what went live from it, as the same step', async () => {
    const { body: first } = await put([grade('/stage-1/kick', 1)])
    const { body: saved } = await put([rename('/stage-1/kick', 'Kick!')], { copy: first.copy, base: first.revision })
    await put([rename('/stage-1/kick', 'kick')], {
      copy: first.copy,
      base: saved.revision,
      step: { revision: saved.revision, forward: false },
    })
    expect(titlesIn(await live())).toContain('kick')
    const { undo } = (await author.call<OwnSteps>('GET', '/v1/curriculum/swim/own-steps')).body
    expect(undo.map(({ step }) => step)).not.toContain(saved.saved.revision)
  })

  test('says after a reload what can be undone in it, also of what went live, in the order in which it was done', async () => {
    const { body: first } = await put([grade('/stage-1/kick', 1)])
    const { copy } = first
    const { body: text } = await put([rename('/stage-1/kick', 'Kick!')], { copy, base: first.revision })
    const { body: last } = await put([grade('/stage-1/dive', 1)], { copy, base: text.revision })
    // made on the page of the live scheme, it is no text
    await author.edit('swim', { do: 'set', id: '/stage-2', set: { starred: true } })
    const steps = async () => (await author.call<OwnSteps>('GET', url(`/own-steps?copy=${copy}`))).body
    const { undo } = await steps()
    expect(undo.map(({ step }) => step)).toEqual([first.revision, text.revision, last.revision])
    const back = { copy, base: last.revision, step: { revision: text.revision, forward: false } }
    expect((await put(undo[1]?.edits ?? [], back)).body.saved.in).toBe('live')
    expect(titlesIn(await live())).toContain('kick')
    const left = await steps()
    expect(left.undo.map(({ step }) => step)).toEqual([first.revision, last.revision])
    expect(left.redo.map(({ step }) => step)).toEqual([text.revision])
    await author.edit('swim', { do: 'set', id: '/stage-2', set: { starred: false } })
  })

  test('is begun before there is anything to put into it, once', async () => {
    const begin = () => author.call<WorkingCopyState>('POST', url('/begin'))
    const { body } = await begin()
    expect(body.copy).toMatchObject({ changes: 0, begun_by: 'Greta Lind' })
    expect((await begin()).body).toEqual(body)
    expect(titlesIn(await readCopy())).toEqual(titlesIn(await live()))
  })

  test('tells the other authors the batches that it got, and an author what can be undone in it', async () => {
    const { body: first } = await put([grade('/stage-1/kick', 1)])
    const { body: second } = await put([grade('/stage-1/dive', 1)], { copy: first.copy, base: first.revision })
    expect(second.batches).toMatchObject([{ revision: second.revision, edits: [grade('/stage-1/dive', 1)] }])
    const since = await author.call<EditsReply>('GET', url(`/edits?copy=${first.copy}&since=${first.revision}`))
    expect(since.body).toEqual({ revision: second.revision, batches: second.batches })
    const steps = async () => (await author.call<OwnSteps>('GET', url(`/own-steps?copy=${first.copy}`))).body
    const { undo } = await steps()
    expect(undo).toEqual([
      { step: first.revision, edits: [grade('/stage-1/kick', 3)] },
      { step: second.revision, edits: [grade('/stage-1/dive', 3)] },
    ])
    await put(undo[1]?.edits ?? [], { copy: first.copy, step: { revision: second.revision, forward: false } })
    expect(await steps()).toMatchObject({ undo: [{ step: first.revision }], redo: [{ step: second.revision }] })
    expect((await state()).copy?.changes).toBe(1)
  })

  test('refuses edits that its tree does not allow, and settings of the scheme', async () => {
    const { body } = await put([grade('/stage-1/kick', 1)])
    expect(await put([grade('/none', 1)], { copy: body.copy })).toMatchObject({
      status: 409,
      body: { error: 'EDIT_REFUSED', detail: 'NODE_NOT_FOUND', field: '/none' },
    })
    const settings = [{ what: 'language' as const, id: 'fr-FR', was: null, now: true as const }]
    expect(await put([{ do: 'set-settings', settings }])).toMatchObject({
      status: 409,
      body: { detail: 'SETTINGS_NOT_IN_COPY' },
    })
    expect((await state()).copy?.changes).toBe(1)
  })

  test('keeps the files that only it shows, until it is dropped', async () => {
    const file = crypto.randomUUID()
    await world.owner.query(
      `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, created_by, created_at)
       VALUES ('one', $1, 'curriculum-file', 'plan.pdf', 'application/pdf', 9, $2, now() - interval '9 days')`,
      [file, world.tenants[0].author],
    )
    const section = { key: 'f', type: 'files', of: null, title: {}, value: { en: `/files/${file}/plan.pdf` } }
    const added = node('/stage-1/scull', '/stage-1', 's', { content: [section] })
    const { body, status } = await put([{ do: 'add', nodes: [added], before: null }])
    expect(status, JSON.stringify(body)).toBe(200)
    const task = { id: '', kind: 'sweep-files', subject: 'one', done: 0, total: null, tries: 1, takes: 1 }
    const sweep = async () => {
      const nothing = () => {}
      const deps = { db: world.db, files: world.files, now: () => world.clock.now, announce: nothing, onError: nothing }
      const run = await sweepFilesBatch(deps, 'one', { ...task, position: { now: 'files' }, due_at: new Date() })
      await inTenant(world.db, 'one', 'write', run)
      return (await world.owner.query('SELECT FROM files WHERE id = $1', [file])).rowCount
    }
    expect(await sweep()).toBe(1)
    await author.call('POST', url('/drop'), { copy: body.copy })
    expect(await sweep()).toBe(0)
  })

  test('keeps the videos that only it shows, until it is dropped', async () => {
    const videos = '/v1/schemes/swim/videos'
    const add = async (name: string) =>
      (await author.call<Video>('POST', videos, { name, url: 'https://videos.example/a' })).body.id
    const [set, added] = [await add('Set'), await add('Added')]
    const { body, status } = await put([
      { do: 'set', id: '/stage-1/kick', set: { videos: [set], starred: true } },
      { do: 'add', nodes: [node('/stage-1/tuck', '/stage-1', 's', { videos: [added] })], before: null },
    ])
    expect(status, JSON.stringify(body)).toBe(200)
    const remove = (id: number) => author.call<object>('DELETE', `${videos}/${id}`)
    expect((await remove(set)).body).toMatchObject({ error: 'VIDEO_IN_USE', ids: ['/stage-1/kick'] })
    expect((await remove(added)).body).toMatchObject({ error: 'VIDEO_IN_USE', ids: ['/stage-1/tuck'] })
    await author.call('POST', url('/drop'), { copy: body.copy })
    expect([(await remove(set)).status, (await remove(added)).status]).toEqual([200, 200])
  })

  test('saves a repeated request once', async () => {
    const id = crypto.randomUUID()
    const send = () =>
      author.call<CopyEditsReply>(
        'POST',
        url('/edits'),
        { copy: null, base: 0, edits: [grade('/stage-1/kick', 1)] },
        {
          'x-request-id': id,
        },
      )
    const first = await send()
    expect((await send()).body).toEqual(first.body)
    expect((await state()).copy?.changes).toBe(1)
  })

  test('is dropped with what it holds, in the log', async () => {
    const before = await live()
    await put([grade('/stage-1/kick', 1)])
    const id = await copyId()
    const dropped = await author.call<WorkingCopyState>('POST', url('/drop'), { copy: id })
    expect(dropped.body).toMatchObject({ copy: null, ended: { id, released: false, by: 'Greta Lind' } })
    expect(await live()).toEqual(before)
    const { rows } = await world.owner.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE entity = 'working-copy' AND entity_id = $1 ORDER BY id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['begin', 'edit', 'drop'])
    // whoever still has it open is told so
    expect(await put([grade('/stage-1/kick', 1)], { copy: id })).toMatchObject({
      status: 412,
      body: { error: 'EDIT_CONFLICT', field: 'copy' },
    })
    for (const path of [`/tree?copy=${id}`, `/edits?copy=${id}&since=0`, `/own-steps?copy=${id}`])
      expect((await author.call('GET', url(path))).status).toBe(412)
    expect((await author.call('POST', url('/drop'), { copy: id })).status).toBe(412)
  })
})

describe('a release', () => {
  const impactOfMove = [move('/stage-1/dive', '/stage-2')]

  test('says who would gain or lose a level by all of it, and makes it one step that can be undone', async () => {
    const { token } = await world.logIn(world.tenants[0], 'coach')
    const device = new Device(world, world.tenants[0], token)
    const [child] = world.tenants[0].members
    // all but the skill that the copy moves away: by its release the level is passed
    await device.push(...SKILLS.slice(0, 3).map((skill) => device.mark(child, `/stage-1/${skill}`, 3)))
    await put(impactOfMove)
    await put([{ do: 'add', nodes: [node('/stage-2/roll', '/stage-2', 's')], before: null }], { copy: await copyId() })
    const planned = await plan()
    expect(planned.changes).toMatchObject({ added: 1, moved: 1, removed: 0, changed: 0 })
    expect(planned.impact).toEqual({
      members: 1,
      clubs: [{ name: 'Harbour', gained: 1, lost: 0 }],
      levels: [{ id: '/stage-1', gained: 1, lost: 0 }],
    })
    const before = await live()
    const id = await copyId()
    const inCopy = await readCopy()
    const released = await release()
    expect(released.body).toMatchObject({ copy: null, ended: { id, released: true } })
    const after = await live()
    expect(after.revision).toBe(before.revision + 1)
    expect(after.nodes).toEqual(inCopy.nodes)
    const { body } = await author.call<{ entries: HistoryEntry[] }>('GET', '/v1/curriculum/swim/history')
    expect(body.entries[0]).toMatchObject({ release: true, revision: after.revision })
    expect(body.entries[1]?.release).toBe(false)
    expect(world.announced.at(-1)).toMatchObject({ schemes: [['swim', after.revision]], workingCopies: ['swim'] })
    const { undo } = (await author.call<OwnSteps>('GET', '/v1/curriculum/swim/own-steps')).body
    expect(undo.at(-1)?.step).toBe(after.revision)
    await author.edit('swim', ...(undo.at(-1)?.edits ?? []))
    expect((await live()).nodes).toEqual(before.nodes)
    // one task for the release, at its time
    const { rows } = await world.owner.query(
      `SELECT FROM tasks WHERE client_id = 'one' AND kind = 'recalculate' AND state = 'queued'`,
    )
    expect(rows).toHaveLength(1)
  })

  test('is refused when something was saved since the plan that the author read', async () => {
    await put(impactOfMove)
    const { revision } = await plan()
    await author.edit('swim', rename('/stage-2', 'Second'))
    const body = { copy: await copyId(), revision, keep_live: [] }
    expect(await author.call('POST', url('/release'), body)).toMatchObject({
      status: 412,
      body: { error: 'EDIT_CONFLICT', field: 'revision' },
    })
    expect((await plan()).revision).toBe(revision + 1)
    expect((await release()).status).toBe(200)
  })

  test('shows what was changed live and in the copy, and takes of each what was answered', async () => {
    await put([grade('/stage-1/float', 1), grade('/stage-1/glide', 1), move('/stage-1/kick', '/stage-2')])
    await author.edit('swim', grade('/stage-1/float', 2), grade('/stage-1/glide', 2))
    await author.edit(
      'swim',
      { do: 'add', nodes: [node('/stage-3', null, 'l')], before: null },
      move('/stage-1/kick', '/stage-3'),
    )
    const { conflicts } = await plan()
    expect(conflicts).toEqual(
      [
        {
          id: '/stage-1/float',
          field: 'grade',
          title: expect.any(String) as string,
          live: '2',
          copy: '1',
          changed: [],
        },
        {
          id: '/stage-1/glide',
          field: 'grade',
          title: expect.any(String) as string,
          live: '2',
          copy: '1',
          changed: [],
        },
        { id: '/stage-1/kick', field: 'parent', title: 'kick', live: 'stage-3', copy: 'Second', changed: [] },
      ].sort((a, b) => conflicts.findIndex(({ id }) => id === a.id) - conflicts.findIndex(({ id }) => id === b.id)),
    )
    await release([
      { id: '/stage-1/float', field: 'grade' },
      { id: '/stage-1/kick', field: 'parent' },
    ])
    const nodes = new Map((await live()).nodes.map((each) => [each.id, each]))
    expect(nodes.get('/stage-1/float')?.grade).toBe(2)
    expect(nodes.get('/stage-1/glide')?.grade).toBe(1)
    expect(nodes.get('/stage-1/kick')?.parentId).toBe('/stage-3')
  })

  test('asks about what it deletes and was changed live since, and keeps it where the author says so', async () => {
    await put([{ do: 'remove', ids: ['/stage-1/float', '/stage-1/glide'] }])
    await author.edit('swim', rename('/stage-1/float', 'Float for ten'), grade('/stage-1/float', 4))
    await author.edit('swim', rename('/stage-1/glide', 'Glide for ten'))
    const { conflicts, changes } = await plan()
    const exists = { field: 'exists', live: 'changed', copy: null }
    expect(conflicts).toHaveLength(2)
    expect(conflicts).toContainEqual({
      ...exists,
      id: '/stage-1/float',
      title: 'Float for ten',
      changed: ['title', 'grade'],
    })
    expect(changes).toMatchObject({ removed: 2 })
    const keep = [{ id: '/stage-1/float', field: 'exists' }]
    expect((await plan(keep)).changes).toMatchObject({ added: 0, moved: 0, changed: 0, removed: 1 })
    const before = await live()
    await release(keep)
    const { nodes } = await live()
    // in its place and as it is live, with its translations and rules
    expect(nodes).toEqual(before.nodes.filter(({ id }) => id !== '/stage-1/glide'))
    await author.edit('swim', { do: 'restore', places: [{ id: '/stage-1/glide', before: null }] })
  })

  test('tells texts and sections in conflict as they are read, not as they are stored', async () => {
    const ids = ['/stage-1/float', '/stage-1/glide']
    const how = { key: 'how', type: 'text', of: null, title: {}, value: { en: '<p>Lie <strong>flat</strong></p>' } }
    const write = (id: string, en: string): Edit => ({ do: 'set-section', id, key: 'how', set: { value: { en } } })
    await author.edit('swim', ...ids.map((id): Edit => ({ do: 'add-section', id, section: how, before: null })))
    // content goes live by itself, but not in a batch with what has to wait
    await put([
      { do: 'set', id: '/stage-2', set: { starred: true } },
      write('/stage-1/float', '<p>On the back</p>'),
      { do: 'remove-section', id: '/stage-1/glide', key: 'how' },
    ])
    await author.edit('swim', ...ids.map((id) => write(id, '<p>Ears <em>in</em> the water</p>')))
    const { conflicts } = await plan()
    expect(conflicts).toMatchObject([
      { id: '/stage-1/float', field: 'section:how:value:en', live: 'Ears in the water', copy: 'On the back' },
      { id: '/stage-1/glide', field: 'section:how', live: 'Ears in the water', copy: null },
    ])
  })

  test('says of a rule that names the same skills only how many of them', async () => {
    const ids = ['/stage-1/float', '/stage-1/glide', '/stage-1/kick']
    const rule = (count: number, of = ids): Edit => ({
      do: 'set',
      id: '/stage-1',
      set: { completion: { ids: of, count } },
    })
    await put([rule(1)])
    await author.edit('swim', rule(2))
    expect((await plan()).conflicts).toMatchObject([{ field: 'completion', live: '2 / 3', copy: '1 / 3' }])
    await author.edit('swim', rule(2, ids.slice(0, 2)))
    const [conflict] = (await plan()).conflicts
    expect(conflict?.live).toMatch(/^2 \/ 2: .+, .+$/)
    await author.edit('swim', { do: 'set', id: '/stage-1', set: { completion: null } })
  })

  test('leaves out a batch whose node is gone, and says which and why', async () => {
    await author.edit('swim', { do: 'add', nodes: [node('/stage-2/wave', '/stage-2', 's')], before: null })
    await put([grade('/stage-2/wave', 1), { do: 'set', id: '/stage-2', set: { starred: true } }])
    await put([{ do: 'set', id: '/stage-1', set: { starred: true } }], { copy: await copyId() })
    await author.edit('swim', { do: 'remove', ids: ['/stage-2/wave'] })
    const { left_out } = await plan()
    expect(left_out).toMatchObject([
      { by: 'Greta Lind', titles: ['wave', 'Second'], code: 'NODE_NOT_FOUND', title: 'wave' },
    ])
    await release()
    const starred = (await live()).nodes.filter((each) => each.starred).map(({ id }) => id)
    expect(starred).toEqual(['/stage-1'])
  })

  test('of a copy that changes nothing any more ends it without a revision', async () => {
    const { body } = await put([{ do: 'set', id: '/stage-2', set: { starred: true } }])
    await put([{ do: 'set', id: '/stage-2', set: { starred: false } }], {
      copy: body.copy,
      step: { revision: body.revision, forward: false },
    })
    const { revision } = await live()
    expect((await release()).body).toMatchObject({ copy: null })
    expect((await live()).revision).toBe(revision)
  })
})

describe('nobody else', () => {
  test('reads or writes a working copy: no other client, no coach, and no statement that runs for one', async () => {
    const { body } = await put([grade('/stage-1/kick', 1)])
    const other = await Author.of(world, world.tenants[1])
    expect(await other.call('GET', url())).toMatchObject({ status: 200, body: { copy: null, ended: null } })
    expect(await other.call('GET', url(`/tree?copy=${body.copy}`))).toMatchObject({ status: 412 })
    const [tenant] = world.tenants
    const { token } = await world.logIn(tenant, 'coach')
    const host = tenant.host('coach')
    expect((await world.request({ url: url(), host, token })).statusCode).toBe(403)
    const payload = { copy: body.copy, revision: 1, keep_live: [] }
    expect((await world.request({ method: 'POST', url: url('/release'), host, token, payload })).statusCode).toBe(403)
    expect((await world.request({ url: url(), host: tenant.host('scheme') })).statusCode).toBe(401)
    const countFor = (type: 'coach' | 'ngo') =>
      inTenant(
        world.db,
        tenant.id,
        'read',
        async (tx) => {
          const copies = await tx.query('SELECT FROM working_copies')
          const batches = await tx.query('SELECT FROM working_copy_edits')
          return (copies.rowCount ?? 0) * (batches.rowCount ?? 0)
        },
        { type, originalUserId: null, clubId: null },
      )
    expect(await countFor('coach')).toBe(0)
    expect(await countFor('ngo')).toBeGreaterThan(0)
  })

  test('asks about a scheme that is not there, or with bad input', async () => {
    const none = '/v1/curriculum/none/working-copy'
    const copy = crypto.randomUUID()
    expect((await author.call('GET', none)).status).toBe(404)
    expect((await author.call('GET', `${none}/tree?copy=${copy}`)).status).toBe(404)
    expect((await author.call('GET', `${none}/edits?copy=${copy}&since=0`)).status).toBe(404)
    expect((await author.call('GET', `${none}/own-steps?copy=${copy}`)).status).toBe(404)
    const edits = [grade('/stage-1/kick', 1)]
    expect((await author.call('POST', `${none}/edits`, { copy: null, base: 0, edits })).status).toBe(404)
    expect((await author.call('POST', `${none}/begin`)).status).toBe(404)
    expect((await author.call('POST', `${none}/drop`, { copy })).status).toBe(404)
    expect((await author.call('POST', `${none}/plan`, { copy, keep_live: [] })).status).toBe(404)
    expect((await author.call('POST', `${none}/release`, { copy, revision: 1, keep_live: [] })).status).toBe(404)
    for (const [path, bad] of [
      ['/edits', { copy: 'x', base: 0, edits }],
      ['/drop', {}],
      ['/plan', { copy, keep_live: [{ id: '/a', field: 'x y' }] }],
      ['/release', { copy, revision: -1, keep_live: [] }],
    ] as const)
      expect((await author.call('POST', url(path), bad)).status).toBe(400)
    for (const path of ['/tree?copy=x', '/edits?copy=x&since=0', '/own-steps'])
      expect((await author.call('GET', url(path))).status).toBe(400)
  })
})
