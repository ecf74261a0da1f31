import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import type { Portal } from '#contract/platform/fields.ts'
import type { DirectVideo, Video } from '#contract/curriculum/schemes.ts'
import { storedAddress } from '#domain/curriculum/stored-file.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'

let database: TestDatabase
let world: World
let one: Tenant
let two: Tenant
const tokens = new Map<string, string>()

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  ;[one, two] = world.tenants
  await world.owner.query(
    `UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb WHERE client_id = 'one'`,
  )
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

// Edits of the tree below are all sent with the base 1: an edit need not be based on the newest revision.

async function call(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  portal: Portal = 'scheme',
  tenant = one,
) {
  const key = `${tenant.id} ${portal}`
  const token = tokens.get(key) ?? (await world.logIn(tenant, portal)).token
  tokens.set(key, token)
  return world.request({ method, url, host: tenant.host(portal), token, ...(payload ? { payload } : {}) })
}
const PATH = '/v1/schemes/swim/videos'

/** Inserts the row of a file of 9 bytes; uploading is tested in server/flows/files/files.test.ts. */
async function insertFile(purpose: string, filename: string, media = 'video/mp4'): Promise<string> {
  const id = crypto.randomUUID()
  await world.owner.query(
    `INSERT INTO files (client_id, id, purpose, filename, media_type, bytes, created_by, created_at)
     VALUES ('one', $1, $2, $3, $5, 9, $4, now())`,
    [id, purpose, filename, one.author, media],
  )
  return id
}
const readUses = async (id: string) =>
  (await world.owner.query<{ kind: string }>('SELECT kind FROM file_uses WHERE file_id = $1', [id])).rows

test('a video is linked by an https address, or uploaded, and has a direct address for devices', async () => {
  const linked = await call('POST', PATH, { name: 'Kick', url: 'https://videos.example/kick' })
  expect(linked.statusCode).toBe(201)
  expect(linked.json<Video>()).toEqual({ id: 1, name: 'Kick', url: 'https://videos.example/kick', poster: null })
  const file = await insertFile('curriculum-video', 'Float well.mp4')
  const { id, url } = (await call('POST', PATH, { name: 'Float', file })).json<Video>()
  expect([id, url]).toEqual([2, storedAddress({ id: file, name: 'Float well.mp4' })])
  expect(await readUses(file)).toEqual([{ kind: 'video' }])

  const readDirect = async (videoId: number) =>
    (await call('GET', `${PATH}/${videoId}?direct=1`, undefined, 'coach')).json<DirectVideo>()
  expect(await readDirect(1)).toEqual({ id: 1, direct_url: 'https://videos.example/kick' })
  expect((await readDirect(2)).direct_url).toMatch(new RegExp(`^/v1/files/direct\\?id=${file}&token=`))
  expect((await call('GET', `${PATH}/2`, undefined, 'parent')).json()).toEqual({
    id,
    name: 'Float',
    url,
    poster: null,
  })
  expect((await call('GET', PATH, undefined, 'coach')).json<Video[]>()).toHaveLength(2)
})

test('an invalid video is refused, and so are users who are not authors and clients without rich media', async () => {
  /** The status and the wrong field of the answer to a new video. */
  const refusal = async (payload: object) => {
    const reply = await call('POST', PATH, payload)
    return [reply.statusCode, reply.json<{ field?: string }>().field]
  }
  for (const url of ['http://a.example', 'javascript:alert(1)', '//a.example', 'data:video/mp4,x', ''])
    expect(await refusal({ name: 'X', url })).toEqual([400, 'url'])
  expect(await refusal({ name: 'X' })).toEqual([400, 'url'])
  expect(await refusal({ name: ' ', url: 'https://a.example' })).toEqual([400, 'name'])
  expect(await refusal({ name: 'X', file: crypto.randomUUID() })).toEqual([404, 'file'])
  expect(await refusal({ name: 'X', file: await insertFile('document', 'a.pdf') })).toEqual([404, 'file'])
  for (const portal of ['coach', 'club', 'parent'] as const)
    expect((await call('POST', PATH, { name: 'X', url: 'https://a.example' }, portal)).statusCode).toBe(403)
  expect((await call('GET', `${PATH}/99?direct=1`)).statusCode).toBe(404)
  // a client without the flag for rich media has no videos [6.11]
  expect((await call('GET', PATH, undefined, 'coach', two)).json()).toEqual([])
  expect((await call('GET', `${PATH}/1?direct=1`, undefined, 'coach', two)).statusCode).toBe(404)
  expect((await call('POST', PATH, { name: 'X', url: 'https://a.example' }, 'scheme', two)).statusCode).toBe(409)
})

test('a video never gets the number of one that was deleted after its node had shown another, which an undo would show', async () => {
  const add = async (name: string) =>
    (await call('POST', PATH, { name, url: `https://videos.example/${name}` })).json<Video>()
  const { id } = await add('first')
  for (const videos of [[id], []])
    await call('POST', '/v1/curriculum/swim/edits', {
      base: 1,
      edits: [{ do: 'set', id: '/stage-2', set: { videos } }],
    })
  expect((await call('DELETE', `${PATH}/${id}`)).statusCode).toBe(200)
  expect((await add('second')).id).toBeGreaterThan(id)
})

test('authors see where a video is shown, delete it once nothing shows it, and undo that by adding it again', async () => {
  const file = await insertFile('curriculum-video', 'Dive.mp4')
  const { id } = (await call('POST', PATH, { name: 'Dive', file })).json<Video>()
  const show = async (ids: number[]) => {
    const edits = [{ do: 'set', id: '/stage-1', set: { videos: ids } }]
    expect((await call('POST', '/v1/curriculum/swim/edits', { base: 1, edits })).statusCode).toBe(200)
  }
  await show([id])
  const readVideos = async () => (await call('GET', `${PATH}?with_uses=1`)).json<Video[]>()
  expect((await readVideos()).find((video) => video.id === id)?.uses).toEqual([{ id: '/stage-1', title: 'stage-1' }])
  const remove = (portal: Portal = 'scheme', tenant = one) => call('DELETE', `${PATH}/${id}`, undefined, portal, tenant)
  expect((await remove()).json()).toMatchObject({ error: 'VIDEO_IN_USE', ids: ['/stage-1'] })
  expect((await remove('coach')).statusCode).toBe(403)
  expect((await call('GET', `${PATH}?with_uses=1`, undefined, 'coach')).statusCode).toBe(403)
  await show([])
  const removal = await remove()
  expect([removal.statusCode, removal.json<Video[]>().some((video) => video.id === id)]).toEqual([200, false])
  expect(await readUses(file)).toEqual([])
  expect((await remove()).statusCode).toBe(404)
  const again = (await call('POST', PATH, { name: 'Dive', file })).json<Video>()
  expect(again).toMatchObject({ name: 'Dive', url: storedAddress({ id: file, name: 'Dive.mp4' }) })
  expect(await readUses(file)).toEqual([{ kind: 'video' }])
})

test('a video stays where it is shown when its name or picture is changed, and the two are changed and taken back independently', async () => {
  const { id, url } = (await call('POST', PATH, { name: 'Kick', url: 'https://videos.example/legs' })).json<Video>()
  const showVideo = [{ do: 'set', id: '/stage-1', set: { videos: [id] } }]
  await call('POST', '/v1/curriculum/swim/edits', { base: 1, edits: showVideo })
  const change = async (payload: object, portal: Portal = 'scheme', tenant = one) =>
    call('PATCH', `${PATH}/${id}`, payload, portal, tenant)
  const picture = await insertFile('curriculum-file', 'legs.png', 'image/png')
  const poster = storedAddress({ id: picture, name: 'legs.png' })
  expect((await change({ name: ' Kick from the hip ' })).json()).toEqual({
    id,
    name: 'Kick from the hip',
    url,
    poster: null,
  })
  expect((await change({ poster: picture })).json()).toEqual({ id, name: 'Kick from the hip', url, poster })
  expect(await readUses(picture)).toEqual([{ kind: 'video' }])
  const read = async () => (await call('GET', `${PATH}/${id}`, undefined, 'parent')).json<Video>()
  expect(await read()).toMatchObject({ name: 'Kick from the hip', poster })
  expect((await change({ name: 'Kick' })).json()).toMatchObject({ name: 'Kick', poster })
  expect((await change({ poster: null })).json()).toMatchObject({ poster: null })
  expect(await readUses(picture)).toEqual([])
  await change({ poster: picture })
  const listed = (await call('GET', `${PATH}?with_uses=1`)).json<Video[]>()
  expect(listed.find((video) => video.id === id)).toMatchObject({ name: 'Kick', poster, uses: [{ id: '/stage-1' }] })

  for (const [payload, status, field] of [
    [{}, 400, undefined],
    [{ name: ' ' }, 400, 'name'],
    [{ name: 'x'.repeat(201) }, 400, 'name'],
    [{ poster: 'none' }, 400, 'poster'],
    [{ poster: crypto.randomUUID() }, 404, 'poster'],
    [{ poster: await insertFile('document', 'a.png', 'image/png') }, 404, 'poster'],
    [{ poster: await insertFile('curriculum-file', 'a.pdf', 'application/pdf') }, 400, 'poster'],
    [{ url: 'https://a.example' }, 400, 'url'],
  ] as const) {
    const reply = await change(payload)
    expect([reply.statusCode, field && reply.json<{ field?: string }>().field]).toEqual([status, field])
  }
  for (const portal of ['coach', 'club', 'parent'] as const)
    expect((await change({ name: 'X' }, portal)).statusCode).toBe(403)
  expect((await call('PATCH', `${PATH}/9999`, { name: 'X' })).statusCode).toBe(404)
  expect(await read()).toMatchObject({ name: 'Kick', poster })

  // a deleted video no longer uses its picture; adding it again, as an undo does, uses it
  await call('POST', '/v1/curriculum/swim/edits', {
    base: 1,
    edits: [{ do: 'set', id: '/stage-1', set: { videos: [] } }],
  })
  await call('DELETE', `${PATH}/${id}`)
  expect(await readUses(picture)).toEqual([])
  expect((await call('POST', PATH, { name: 'Kick', url, poster: picture })).json()).toMatchObject({ poster })
  expect(await readUses(picture)).toEqual([{ kind: 'video' }])
})

test('a video that only skipped nodes show, or nodes below one, is named to authors only [4.27]', async () => {
  const save = async (...edits: object[]) =>
    expect((await call('POST', '/v1/curriculum/swim/edits', { base: 1, edits })).statusCode).toBe(200)
  const add = async (name: string) =>
    (await call('POST', PATH, { name, url: 'https://videos.example/a' })).json<Video>().id
  // shown by a skipped node, by a node below it, by a skipped node and another one, and by none
  const [skipped, below, both, unused] = [
    await add('Skipped'),
    await add('Below'),
    await add('Both'),
    await add('None'),
  ]
  await save(
    { do: 'set', id: '/stage-2', set: { skipped: true, videos: [skipped, both] } },
    { do: 'set', id: '/stage-2/turn', set: { videos: [below] } },
    { do: 'set', id: '/stage-1', set: { videos: [both] } },
  )
  const listShown = async (portal: Portal) => {
    const found = (await call('GET', PATH, undefined, portal)).json<Video[]>().map(({ id }) => id)
    return [skipped, below, both, unused].filter((id) => found.includes(id))
  }
  /** The status of each video, and of its direct address. */
  const readStatuses = (portal: Portal) =>
    Promise.all(
      [skipped, below, both, unused].flatMap((id) =>
        ['', '?direct=1'].map(
          async (query) => (await call('GET', `${PATH}/${id}${query}`, undefined, portal)).statusCode,
        ),
      ),
    )
  for (const portal of ['parent', 'coach', 'club'] as const) {
    expect(await listShown(portal), portal).toEqual([both, unused])
    expect(await readStatuses(portal), portal).toEqual([404, 404, 404, 404, 200, 200, 200, 200])
  }
  expect(await listShown('scheme')).toEqual([skipped, below, both, unused])
  expect(new Set(await readStatuses('scheme'))).toEqual(new Set([200]))
  await save({ do: 'set', id: '/stage-2', set: { skipped: false } })
  expect(await listShown('coach')).toEqual([skipped, below, both, unused])
})

test('files that nodes show are in use, until no node shows them', async () => {
  const file = await insertFile('curriculum-file', 'a.png')
  const value = { en: storedAddress({ id: file, name: 'a.png' }) }
  const section = { key: 'f', type: 'files', of: null, title: {}, value }
  const save = async (edit: object) => {
    const payload = { base: 1, edits: [edit] }
    return (await call('POST', '/v1/curriculum/swim/edits', payload)).statusCode
  }
  expect(await save({ do: 'add-section', id: '/stage-1', section, before: null })).toBe(200)
  expect(await readUses(file)).toEqual([{ kind: 'node' }])
  const foreign = { en: storedAddress({ id: crypto.randomUUID(), name: 'b.png' }) }
  expect(await save({ do: 'set-section', id: '/stage-1', key: 'f', set: { value: foreign } })).toBe(404)
  expect(await save({ do: 'remove-section', id: '/stage-1', key: 'f' })).toBe(200)
  expect(await readUses(file)).toEqual([])
})

test('numbers of videos that leave no room for the next one are refused', async () => {
  const save = async (edit: object) =>
    (await call('POST', '/v1/curriculum/swim/edits', { base: 1, edits: [edit] })).statusCode
  const section = { key: 'big', type: 'text', of: 2_147_483_647, title: {}, value: { en: 'x' } }
  expect(await save({ do: 'set', id: '/stage-1', set: { videos: [2_147_483_647] } })).toBe(400)
  expect(await save({ do: 'add-section', id: '/stage-1', section, before: null })).toBe(400)
  expect(await save({ do: 'set', id: '/stage-1', set: { videos: [999_999_999] } })).toBe(200)
  const added = { name: 'Next', url: 'https://videos.example/next' }
  expect((await call('POST', PATH, added)).statusCode).toBe(201)
})
