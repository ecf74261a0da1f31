import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Portal } from '#contract/platform/fields.ts'
import type { Video } from '#contract/curriculum/schemes.ts'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { storedAddress, parseStoredAddress, type StoredFileName } from '#domain/curriculum/stored-file.ts'
import { inTenant } from '#server/platform/tenancy.ts'
import { mp4, pdf, picture } from '#server/testing/sample-files.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { copyNextFile } from './files.ts'
import { Author, node, runTasks } from './testing/chain.ts'

let database: TestDatabase
let world: World
let tenants: Tenant[]
let owner: Author
let follower: Author
/** The slug of the follower's copy of the owner's scheme `swim`. */
let slug: string
/** The files that the scheme shows: a picture, a video and the video's picture. */
let shown: StoredFileName
let film: StoredFileName
let posterFile: StoredFileName
/** A file that the scheme shows but that was not published. */
let unpublished: StoredFileName

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  tenants = [...world.tenants]
  await world.owner.query(`UPDATE clients SET features = features || '{"ENABLE_RICH_MEDIA": true}'::jsonb`)
  const [one, two] = await Promise.all(tenants.map((tenant) => Author.of(world, tenant)))
  if (!one || !two) throw new Error('no authors')
  ;[owner, follower] = [one, two]
  shown = await owner.upload('curriculum-file', { name: 'Float.png', type: 'image/png', bytes: await picture(40, 30) })
  film = await owner.upload('curriculum-video', { name: 'Kick.mp4', type: 'video/mp4', bytes: mp4 })
  unpublished = await owner.upload('curriculum-file', { name: 'Draft.pdf', type: 'application/pdf', bytes: pdf })
  await owner.edit('swim', addFileSection('f', shown))
  posterFile = await owner.upload('curriculum-file', {
    name: 'Still.png',
    type: 'image/png',
    bytes: await picture(64, 36),
  })
  await owner.call('POST', '/v1/schemes/swim/videos', { name: 'Kick', file: film.id, poster: posterFile.id })
  await owner.publish('swim')
  // added after the publication, so that subscribers must not get it
  await owner.edit('swim', addFileSection('g', unpublished))
  slug = await follower.subscribe(owner, 'swim')
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const addFileSection = (key: string, file: StoredFileName) => ({
  do: 'add-section' as const,
  id: '/stage-1',
  section: { key, type: 'files', of: null, title: {}, value: { en: storedAddress(file) } },
  before: null,
})

/** Status and size of the answer to a request for a file. */
async function readFile(tenant: Tenant, portal: Portal, { id }: StoredFileName): Promise<[number, number]> {
  const { token } = await world.logIn(tenant, portal)
  const reply = await world.request({ url: `/v1/files/file?id=${id}`, host: tenant.host(portal), token })
  return [reply.statusCode, reply.rawPayload.length]
}
/** The ids of the files whose bytes a client has stored, under `<client>/<id>/`. */
const storedFileIds = async (client: string) => {
  const { objects } = await world.files.disk.listAll(`${client}/`, { recursive: true })
  return [...objects].map((object) => (object.isFile ? object.key.split('/')[1] : ''))
}

describe('files of a published scheme', () => {
  test('are copied to the subscriber, whose portals show them, and videos have a direct address', async () => {
    const { tenant } = follower
    const [, size] = await readFile(owner.tenant, 'scheme', shown)
    expect(size).toBeGreaterThan(0)
    for (const portal of ['coach', 'parent', 'scheme'] as const)
      expect(await readFile(tenant, portal, shown)).toEqual([200, size])
    const { token } = await world.logIn(tenant, 'coach')
    const request = { url: `/v1/schemes/${slug}/videos/1?direct=1`, host: tenant.host('coach'), token }
    const direct = (await world.request(request)).json<{ direct_url: string }>().direct_url
    const played = await world.request({ url: direct, host: tenant.host('coach') })
    expect([played.statusCode, played.rawPayload.length]).toEqual([200, mp4.length])
    expect((await readFile(tenant, 'parent', posterFile))[0]).toBe(200)
    const [video] = (await follower.call<Video[]>('GET', `/v1/schemes/${slug}/videos`)).body
    expect(video).toMatchObject({ name: 'Kick', poster: storedAddress(posterFile) })
    expect((await follower.call('GET', `/v1/files/${posterFile.id}/uses`)).body).toMatchObject([{ kind: 'video' }])
    expect((await follower.call('GET', `/v1/files/${shown.id}/uses`)).body).toMatchObject([{ kind: 'node' }])
  })

  test('are the only files of the owner that a subscriber can read or copy, and clients without a subscription see none', async () => {
    expect((await readFile(owner.tenant, 'scheme', unpublished))[0]).toBe(200)
    expect((await readFile(follower.tenant, 'scheme', unpublished))[0]).toBe(404)
    expect(await storedFileIds(follower.tenant.id)).not.toContain(unpublished.id)
    const countVisibleFiles = (client: string) =>
      inTenant(world.db, client, 'read', async (tx) => (await tx.query('SELECT FROM published_files')).rowCount)
    const third = await world.add('three')
    // the picture, the video and its poster
    expect([await countVisibleFiles('one'), await countVisibleFiles('two'), await countVisibleFiles(third.id)]).toEqual(
      [3, 3, 0],
    )
    await expect(
      inTenant(world.db, 'two', 'write', (tx) =>
        tx.query(
          `INSERT INTO published_files SELECT 'one', scheme_id, file_id, purpose, filename, media_type, bytes, width, height, variants, sha256 FROM published_files`,
        ),
      ),
    ).rejects.toThrow(/row-level security/)
  })

  test('are copied once, and not at all when the subscriber has uploaded a file with the same bytes', async () => {
    // the same bytes as the owner's unpublished file, which is published now
    const ownUpload = await follower.upload('curriculum-file', {
      name: 'Mine.pdf',
      type: 'application/pdf',
      bytes: pdf,
    })
    const before = await storedFileIds('two')
    await owner.publish('swim', 'With the draft')
    await runTasks(world, tenants)
    expect(await storedFileIds('two')).toEqual(before)
    const { nodes } = await follower.readRaw(slug)
    const sections = nodes.find(({ id }) => id === '/stage-1')?.content ?? []
    const fileIds = sections.map(({ value }) => parseStoredAddress(value['en'] ?? '')?.id)
    expect(fileIds).toEqual(expect.arrayContaining([shown.id, ownUpload.id]))
    expect(fileIds).not.toContain(unpublished.id)
  })

  test('stay when a copy fails late, after another worker has gone on and copied them', async () => {
    const late = await owner.upload('curriculum-file', {
      name: 'Late.png',
      type: 'image/png',
      bytes: await picture(30, 20),
    })
    await owner.edit('swim', addFileSection('late', late))
    await owner.publish('swim', 'With a late picture')
    const source = { owner: 'one', schemeId: (await owner.readRaw('swim')).uuid }
    const deps = { db: world.db, files: world.files, nowMs: world.clock.now }
    const copyAll = async () => {
      for (;;) {
        const write = await copyNextFile(deps, 'two', source)
        if (write === null) return
        await inTenant(world.db, 'two', 'write', write)
      }
    }
    const copying = vi.spyOn(world.files.disk, 'copy').mockImplementationOnce(async () => {
      copying.mockRestore()
      await copyAll()
      throw new Error('the storage is full')
    })
    await expect(copyNextFile(deps, 'two', source)).rejects.toThrow('full')
    const [status, size] = await readFile(owner.tenant, 'scheme', late)
    await runTasks(world, tenants)
    expect([status, await readFile(follower.tenant, 'scheme', late)]).toEqual([200, [200, size]])
  })

  test('leave the files of the subscriber’s own translation in use', async () => {
    const own = await follower.upload('curriculum-file', {
      name: 'Flotter.png',
      type: 'image/png',
      bytes: await picture(30, 20),
    })
    expect(
      (await follower.call('PATCH', `/v1/schemes/${slug}`, { languages: ['en-GB', 'cy-GB', 'fr-FR'] })).status,
    ).toBe(200)
    const translated = await follower.edit(slug, {
      do: 'set-section',
      id: '/stage-1',
      key: 'f',
      set: { value: { fr: storedAddress(own) } },
    })
    expect(translated.status, JSON.stringify(translated.body)).toBe(200)
    const usesOfOwn = async () => (await follower.call('GET', `/v1/files/${own.id}/uses`)).body
    expect(await usesOfOwn()).toMatchObject([{ kind: 'node' }])
    await owner.edit('swim', { do: 'add', nodes: [node('/after', null, 'l')], before: null })
    await owner.publish('swim', 'One more level')
    await runTasks(world, tenants)
    const { nodes } = await follower.readRaw(slug)
    expect(nodes.map(({ id }) => id)).toContain('/after')
    const sections = nodes.find(({ id }) => id === '/stage-1')?.content ?? []
    expect(sections.map(({ value }) => value['fr'])).toContain(storedAddress(own))
    expect(await usesOfOwn()).toMatchObject([{ kind: 'node' }])
  })

  test('leave the subscriber’s scheme as it was when their copying fails, and are copied at the next try', async () => {
    const late = await owner.upload('curriculum-file', {
      name: 'Late.png',
      type: 'image/png',
      bytes: await picture(40, 30),
    })
    // it has the bytes of `shown`; without its hash it is not recognised, so that it must be copied
    await world.owner.query('UPDATE files SET sha256 = NULL WHERE id = $1', [late.id])
    await owner.edit('swim', addFileSection('h', late), { do: 'add', nodes: [node('/late', null, 'l')], before: null })
    // the copying fails, because the bytes are not in their place
    await world.files.disk.move(`one/${late.id}/original`, `one/${late.id}/away`)
    await owner.publish('swim', 'Late')
    await expect(runTasks(world, tenants)).rejects.toThrow()
    expect((await follower.readRaw(slug)).nodes.map(({ id }) => id)).not.toContain('/late')
    await world.files.disk.move(`one/${late.id}/away`, `one/${late.id}/original`)
    // longer than the pause before the second try
    world.clock.now += 60_000
    await runTasks(world, tenants)
    expect((await follower.readRaw(slug)).nodes.map(({ id }) => id)).toContain('/late')
    expect((await readFile(follower.tenant, 'coach', late))[0]).toBe(200)
    expect((await follower.call<Video[]>('GET', `/v1/schemes/${slug}/videos`)).body).toHaveLength(1)
  })

  test('are kept while the newest published revision shows them, and other unused files are swept', async () => {
    const unused = await owner.upload('curriculum-file', {
      name: 'Unused.png',
      type: 'image/png',
      bytes: await picture(20, 20),
    })
    await owner.edit('swim', { do: 'remove-section', id: '/stage-1', key: 'g' })
    world.clock.now += 26 * 3_600_000
    await runTasks(world, tenants)
    const stored = await storedFileIds('one')
    expect(stored).toContain(unpublished.id)
    expect(stored).not.toContain(unused.id)
    // the next revision does not show it any more; the author logs in again, a day later
    owner = await Author.of(world, owner.tenant)
    await owner.publish('swim', 'Without the draft')
    for (let sweep = 0; sweep < 2; sweep++) {
      world.clock.now += 26 * 3_600_000
      await runTasks(world, tenants)
    }
    expect(await storedFileIds('one')).not.toContain(unpublished.id)
    ;[owner, follower] = [await Author.of(world, owner.tenant), await Author.of(world, follower.tenant)]
  })

  test('stay with the subscriber when the owner removes them and withdraws the scheme, and the owner’s own are deleted', async () => {
    await owner.edit('swim', { do: 'remove-section', id: '/stage-1', key: 'f' })
    await owner.call('POST', '/v1/schemes/swim/subscribers/two', { approved: false })
    await owner.publish('swim', 'Without')
    await owner.call('POST', '/v1/schemes/swim/withdraw')
    // a sweep is due 25 hours after it was queued, and queues the next one while there are unused files
    for (let sweep = 0; sweep < 3; sweep++) {
      world.clock.now += 26 * 3_600_000
      await runTasks(world, tenants)
    }
    expect(await storedFileIds('one')).not.toContain(shown.id)
    expect((await readFile(owner.tenant, 'scheme', shown))[0]).toBe(404)
    expect((await readFile(follower.tenant, 'coach', shown))[0]).toBe(200)
  })
})
