import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#db/testing.ts'
import { withoutOrigin } from '#domain/curriculum/relink.ts'
import { editFromSeed, editSeeds, type EditSeed } from '#domain/testing/author.ts'
import { subtree, treeOf } from '#domain/curriculum/tree.ts'
import { createWorld, type Tenant, type World } from '#server/testing/world.ts'
import { Author, node, runTasks } from './testing/chain.ts'

/** The random edits are the same in each run. */
const SEED = 20_261_121
const ROUNDS = 6
const EDITS_PER_ROUND = 8

let database: TestDatabase
let world: World
let tenants: Tenant[]

beforeAll(async () => {
  database = await createTestDatabase()
  world = await createWorld(database)
  tenants = [...world.tenants, await world.add('three')]
})
afterAll(async () => {
  await world.close()
  await database.drop()
})

const treeIn = async (author: Author, slug: string) => {
  const { nodes, gone } = await author.readRaw(slug)
  return treeOf(nodes, gone)
}

async function saveRandomEdits(author: Author, slug: string, seeds: readonly EditSeed[]): Promise<void> {
  for (const seed of seeds) {
    const edit = editFromSeed(await treeIn(author, slug), seed)
    const { status } = await author.edit(slug, edit)
    // a random edit may be invalid, or refused for the state of the tree
    expect([200, 400, 409]).toContain(status)
  }
}

/** The content of a node and those below it, without their ids. */
async function contentBelow(author: Author, slug: string, root: string): Promise<unknown[]> {
  const nodes = subtree(await treeIn(author, slug), root)
  return nodes.map(({ t, title, content, grade, completionType }) => ({ t, title, content, grade, completionType }))
}

test('three clients that share a scheme in a chain, and all edit it, end with the published content, and a frozen node stays as it was', async () => {
  const [one, two, three] = await Promise.all(tenants.map((tenant) => Author.of(world, tenant)))
  if (!one || !two || !three) throw new Error('no authors')
  /** The edits of each author in each round. */
  const editSeedLists = fc.sample(editSeeds, { seed: SEED, numRuns: ROUNDS * 3 })
  // one publishes `swim`; two subscribes to it, links a node of the copy into its own `swim` and publishes that; three
  // does the same with the copy of two's scheme
  await one.publish('swim')
  const copyAtTwo = await two.subscribe(one, 'swim')
  /** Links a node of one scheme of the author into another; both are given by their slugs. */
  const linkNode = async (author: Author, sourceSlug: string, sourceNode: string, slug: string) => {
    const [source, target] = [await author.readRaw(sourceSlug), await author.readRaw(slug)]
    const link = { link_scheme_uuid: source.uuid, link_node_id: sourceNode, scheme_uuid: target.uuid, parent_id: null }
    const { status, body } = await author.link(link)
    expect(status).toBe(200)
    return { scheme_uuid: target.uuid, node_id: body.node_id, slug, sourceSlug, sourceNode }
  }
  await two.edit('swim', { do: 'add', nodes: [node('/own', null, 'l')], before: null })
  const linkAtTwo = await linkNode(two, copyAtTwo, '/stage-1', 'swim')
  await two.publish('swim')
  const copyAtThree = await three.subscribe(two, 'swim')
  const linkAtThree = await linkNode(three, copyAtThree, linkAtTwo.node_id, 'swim')
  const frozen = await linkNode(three, copyAtThree, linkAtTwo.node_id, 'swim')
  await three.answer({ scheme_uuid: frozen.scheme_uuid, node_id: frozen.node_id, answer: 'freeze' })
  const frozenContent = await contentBelow(three, 'swim', frozen.node_id)
  // the level and its four skills
  expect(frozenContent).toHaveLength(5)

  const acceptUpdate = async (author: Author, { scheme_uuid, node_id }: typeof linkAtThree) => {
    const mirror = (await author.readMirrors()).find(
      (linked) => linked.scheme_uuid === scheme_uuid && linked.node_id === node_id,
    )
    if (mirror?.state !== 'update' || mirror.update === null) return
    const { status, body } = await author.answer({ scheme_uuid, node_id, answer: 'accept', update: mirror.update })
    // refused when a rule of the author's own nodes needs a node that the owner has deleted; then nothing is changed
    if (status !== 200) expect(body).toMatchObject({ detail: 'DEPENDED_ON' })
  }
  let comparisons = 0
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, author] of [one, two, three].entries())
      await saveRandomEdits(author, 'swim', (editSeedLists[round * 3 + index] ?? []).slice(0, EDITS_PER_ROUND))
    await one.publish('swim', `Round ${round}`)
    await runTasks(world, tenants)
    await acceptUpdate(two, linkAtTwo)
    await two.publish('swim', `Round ${round}`)
    await runTasks(world, tenants)
    await acceptUpdate(three, linkAtThree)

    // the copy has the content that was published
    for (const [owner, author, slug] of [
      [one, two, copyAtTwo],
      [two, three, copyAtThree],
    ] as const)
      expect((await author.readRaw(slug)).nodes.map(withoutOrigin)).toEqual(
        (await owner.readRaw('swim')).nodes.map(withoutOrigin),
      )
    for (const [author, { slug, node_id, sourceSlug, sourceNode, scheme_uuid }] of [
      [two, linkAtTwo],
      [three, linkAtThree],
    ] as const) {
      const mirror = (await author.readMirrors()).find(
        (linked) => linked.scheme_uuid === scheme_uuid && linked.node_id === node_id,
      )
      // not after a refused update, or when a random edit has deleted the node or its origin
      if (mirror?.state !== 'same') continue
      expect(await contentBelow(author, slug, node_id)).toEqual(await contentBelow(author, sourceSlug, sourceNode))
      comparisons++
    }
    if ((await treeIn(three, 'swim')).nodes.has(frozen.node_id))
      expect(await contentBelow(three, 'swim', frozen.node_id)).toEqual(frozenContent)
  }
  // otherwise the loop above would have shown little
  expect(comparisons).toBeGreaterThan(2)
  // no linked node has its origin in a scheme of another client
  const { rows } = await world.owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM scheme_nodes node
     JOIN mirrors mirror ON mirror.client_id <> node.client_id AND mirror.origin_scheme_id = node.scheme_id`,
  )
  expect(rows).toEqual([{ n: 0 }])
})
