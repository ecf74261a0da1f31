import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changesBetween,
  followNode,
  followRevision,
  linkedNodes,
  ownerLanguages,
  withoutOrigin,
  treeFromSubtree,
  replaceLinkedNodes,
  type Source,
} from './relink.ts'
import { defaultFields, applySeeds, textSection, editSeeds, type EditSeed } from '#domain/testing/author.ts'
import { diffTrees } from './tree-diff.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { inTreeOrder, subtree, treeOf, type AuthorNode, type Tree } from './tree.ts'

/** One client of a chain, each of which subscribes to the scheme of the one before. */
interface Client {
  /** The scheme that it writes itself. */
  scheme: Tree
  /** Its copy of the scheme that it subscribes to. */
  copy: Tree
  /** Nodes of the copy (`origin`) that are linked into its scheme as `root`. */
  links: { root: string; origin: string; frozen: boolean }[]
  /** The last revision that it published. */
  revision: AuthorNode[] | null
}

/** One step of a random course of events; `who` is the index of the client, and `pick` chooses a node or a link. */
type Step =
  | { do: 'edit'; who: number; editSeeds: EditSeed[] }
  | { do: 'publish' | 'follow' | 'accept' | 'link' | 'freeze'; who: number; pick: number }

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('edit' as const), who: fc.nat(2), editSeeds }),
  fc.record({
    do: fc.constantFrom('publish', 'follow', 'accept', 'link', 'freeze'),
    who: fc.nat(2),
    pick: fc.nat(1_000),
  }),
)

const level = (id: string): AuthorNode => ({ ...defaultFields, id, parentId: null, t: 'l', title: { en: id.slice(1) } })
const newClient = (): Client => ({ scheme: treeOf([level('/home')]), copy: treeOf([]), links: [], revision: null })

/** A node of a tree with all below it, as the source of a link. */
function sourceOf(tree: Tree, root: string, locales = ['en-GB', 'cy-GB']): Source {
  const nodes = subtree(tree, root).map(withoutOrigin)
  return { scheme: 'copy', nodes, languages: ownerLanguages(nodes, locales) }
}

/**
 * A node and all below it with positions instead of ids, so that a linked node can be compared with its origin. What
 * the scheme's authors set at the top node is left out.
 */
function comparable(tree: Tree, root: string): unknown[] {
  const nodes = subtree(tree, root)
  const position = new Map(nodes.map((node, index) => [node.id, index]))
  const positionsOf = (ids: readonly string[]) => ids.flatMap((id) => position.get(id) ?? [])
  return nodes.map(({ id, parentId, t, title, grade, completion, completionType, required, content, ...flags }) => {
    const listed = positionsOf(completion?.ids ?? [])
    return {
      parent: id === root ? null : position.get(parentId ?? ''),
      t,
      title,
      grade,
      completionType,
      content,
      required: positionsOf(required),
      // linking drops listed nodes from outside, and the count is then at most the number of those that remain
      completion: listed.length === 0 ? null : [listed, Math.min(completion?.count ?? 0, listed.length)],
      ...(id === root
        ? {}
        : { group: flags.group, hidden: flags.hidden, skipped: flags.skipped, starred: flags.starred }),
    }
  })
}

/** The top nodes of the client's frozen links, whose nodes no other link takes. */
const heldBy = ({ links }: Client) => new Set(links.filter(({ frozen }) => frozen).map(({ root }) => root))

/** Updates a link to the client's present copy, as its author accepts a changed node. A frozen link stays. */
function accept(client: Client, link: Client['links'][number]): void {
  if (link.frozen || !client.copy.nodes.has(link.origin) || !client.scheme.nodes.has(link.root)) return
  const existing = { root: link.root, held: heldBy(client) }
  const next = linkedNodes(client.scheme, sourceOf(client.copy, link.origin), existing)
  const applied = replaceLinkedNodes(client.scheme, next, null)
  if (applied.ok) client.scheme = applied.tree
}

/** Gives a client the last revision of the client before it. */
function follow(clients: readonly Client[], who: number): void {
  const [client, owner] = [clients[who], clients[who - 1]]
  if (!client || !owner?.revision) return
  const languages = ownerLanguages(owner.revision, ['en-GB', 'cy-GB'])
  client.copy = followRevision(client.copy, { scheme: 'owner', nodes: owner.revision, languages })
}

/** Carries out one step; one that is not possible changes nothing. */
function perform(clients: readonly Client[], next: Step): void {
  const client = clients[next.who]
  if (!client) return
  if (next.do === 'edit') {
    client.scheme = applySeeds(client.scheme, next.editSeeds).tree
    return
  }
  const link = client.links[next.pick % Math.max(client.links.length, 1)]
  if (next.do === 'publish') client.revision = inTreeOrder(client.scheme).map(withoutOrigin)
  else if (next.do === 'follow') follow(clients, next.who)
  else if (next.do === 'accept' && link) accept(client, link)
  else if (next.do === 'freeze' && link) link.frozen = !link.frozen
  else if (next.do === 'link') {
    const ids = [...client.copy.nodes.keys()]
    const origin = ids[next.pick % Math.max(ids.length, 1)]
    if (origin === undefined) return
    const parentId = client.scheme.nodes.has('/home') ? '/home' : null
    const nodes = linkedNodes(client.scheme, sourceOf(client.copy, origin), { parentId })
    const applied = replaceLinkedNodes(client.scheme, nodes, null)
    if (!applied.ok) return
    client.scheme = applied.tree
    client.links.push({ root: nodes[0]?.id ?? '', origin, frozen: false })
  }
}

/** The steps after which each client has published, followed the one before and linked a node of it. */
const chain: Step[] = [1, 2].flatMap((who): Step[] => [
  { do: 'publish', who: who - 1, pick: 0 },
  { do: 'follow', who, pick: 0 },
  // any number, so that the clients link different nodes
  { do: 'link', who, pick: who * 7 },
])
const randomSteps = fc.array(anyStep, { maxLength: 10 })
/** The steps of `chain` with random steps before, between and after them. */
const courses = fc
  .array(randomSteps, { minLength: chain.length + 1, maxLength: chain.length + 1 })
  .map((gaps) => gaps.flatMap((steps, index) => [...steps, ...chain.slice(index, index + 1)]))

describe('three clients in a chain, each editing, publishing, following and linking', () => {
  it('converge: once all have published, followed and accepted, each copy equals its origin', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const clients = [newClient(), newClient(), newClient()]
        for (const step of course) perform(clients, step)
        // from the first client to the last, so that each follows what the one before has just published
        clients.forEach((client, who) => {
          follow(clients, who)
          for (const link of client.links) accept(client, link)
          client.revision = inTreeOrder(client.scheme).map(withoutOrigin)
        })
        for (const [who, client] of clients.entries()) {
          const owner = clients[who - 1]
          if (owner) expect(inTreeOrder(client.copy).map(withoutOrigin)).toEqual(owner.revision)
          for (const { root, origin, frozen } of client.links) {
            if (frozen || !client.scheme.nodes.has(root) || !client.copy.nodes.has(origin)) continue
            const next = linkedNodes(client.scheme, sourceOf(client.copy, origin), { root, held: heldBy(client) })
            // a rule of the client may name a node that the owner has deleted; then the update is refused
            if (!replaceLinkedNodes(client.scheme, next, null).ok) continue
            expect(comparable(client.scheme, root)).toEqual(comparable(client.copy, origin))
            expect(diffTrees(treeFromSubtree(subtree(client.scheme, root)), treeFromSubtree(next))).toEqual([])
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keep a frozen copy unchanged, whatever its owner does', () => {
    fc.assert(
      fc.property(courses, courses, (first, second) => {
        const clients = [newClient(), newClient(), newClient()]
        for (const step of first) perform(clients, step)
        const frozenNodes = clients.map((client) => {
          for (const link of client.links) link.frozen = true
          return client.links.map(({ root }) => ({ root, nodes: subtree(client.scheme, root) }))
        })
        // the last client does not edit its scheme, and nobody freezes or thaws a link
        const laterSteps = second.filter((step) => !(step.who === 2 && step.do === 'edit') && step.do !== 'freeze')
        for (const step of laterSteps) perform(clients, step)
        for (const { root, nodes } of frozenNodes[2] ?? [])
          expect(subtree(clients[2]?.scheme ?? treeOf([]), root)).toEqual(nodes)
      }),
      { numRuns: 200 },
    )
  })

  it('never reuse the id of a deleted node, and an author’s edits do not change linked nodes', () => {
    fc.assert(
      fc.property(courses, editSeeds, (course, seeds) => {
        const clients = [newClient(), newClient(), newClient()]
        for (const step of course) perform(clients, step)
        const client = clients[1] ?? newClient()
        for (const id of client.scheme.nodes.keys()) expect(client.scheme.gone.has(id)).toBe(false)
        const { tree } = applySeeds(client.scheme, seeds)
        for (const { root } of client.links)
          if (tree.nodes.has(root)) expect(comparable(tree, root)).toEqual(comparable(client.scheme, root))
      }),
      { numRuns: 200 },
    )
  })
})

/** A copy whose subscriber has translated every second node into a language that the owner does not have. */
function withTranslations(copy: Tree, text: string): Tree {
  return [...copy.nodes.keys()].reduce((tree, id, index) => {
    const edits = [
      { do: 'set', id, set: { title: { fr: `${text} ${index}` } } },
      ...(copy.nodes.get(id)?.content ?? []).map(({ key }) => ({
        do: 'set-section' as const,
        id,
        key,
        set: { value: { fr: `${text} ${key}` } },
      })),
    ] as const
    const applied = index % 2 === 0 ? applyEdits(tree, [...edits]) : null
    return applied?.ok ? applied.tree : tree
  }, copy)
}

/** The position of each node among its siblings. */
const positionsIn = (tree: Tree) =>
  new Map([...tree.children.values()].flatMap((ids) => ids.map((id, position) => [id, position] as const)))

describe('a subscribed scheme', () => {
  it('that gets only the nodes that differ between two revisions equals one that is compared as a whole', () => {
    fc.assert(
      fc.property(editSeeds, editSeeds, editSeeds, (first, second, third) => {
        const source = { scheme: 'owner', languages: ['en', 'cy'] }
        let scheme = treeOf([level('/home')])
        const revisions = [first, second, third].map((seeds) => {
          scheme = applySeeds(scheme, seeds).tree
          return inTreeOrder(scheme).map(withoutOrigin)
        })
        const [oldest = [], before = [], after = []] = revisions
        // the translations of the oldest revision are older than the source texts of the next one
        let copy = withTranslations(followRevision(treeOf([]), { ...source, nodes: oldest }), 'Ancien')
        copy = withTranslations(followRevision(copy, { ...source, nodes: before }), 'Nouveau')
        const whole = followRevision(copy, { ...source, nodes: after })
        const { changed, deleted } = changesBetween(before, after)
        const nodes = new Map(copy.nodes)
        const positions = positionsIn(copy)
        for (const id of deleted) nodes.delete(id)
        for (const { node, position } of changed) {
          const localNode = copy.nodes.get(node.id) ?? copy.gone.get(node.id)
          nodes.set(node.id, followNode(localNode, node, source, copy.source))
          positions.set(node.id, position)
        }
        expect(new Map([...nodes].sort())).toEqual(new Map([...whole.nodes].sort()))
        for (const [id, position] of positionsIn(whole)) expect([id, positions.get(id)]).toEqual([id, position])
      }),
      { numRuns: 300 },
    )
  })
})

describe('a linked node', () => {
  const owner = treeOf([
    level('/a'),
    { ...level('/a/s'), parentId: '/a', t: 's', grade: 3, content: [{ ...textSection('Lie'), key: 'k' }] },
  ])
  const home = treeOf([level('/home')])
  // the linked nodes get the ids /home/a and /home/a/a-s, made from their titles "a" and "a/s"
  const linked = linkedNodes(home, sourceOf(owner, '/a', ['en-GB']), { parentId: '/home' })
  const withLink = replaceLinkedNodes(home, linked, null)
  const tree = withLink.ok ? withLink.tree : home

  it('is moved, hidden, deleted and translated by the authors of its scheme; all else only by its owner', () => {
    const root = '/home/a'
    const allowed = [
      { do: 'set', id: root, set: { hidden: true } },
      { do: 'set', id: root, set: { title: { cy: 'Un' } } },
      { do: 'set', id: `${root}/a-s`, set: { title: { cy: 'Dau' } } },
      { do: 'set-section', id: `${root}/a-s`, key: 'k', set: { title: { cy: 'Pen' }, value: { cy: 'Tri' } } },
      { do: 'move', ids: [root], parentId: null, before: null },
      { do: 'remove', ids: [root] },
    ] as const
    for (const edit of allowed) expect(applyEdits(tree, [edit])).toMatchObject({ ok: true })
    const refused = [
      { do: 'set', id: root, set: { title: { en: 'Mine' } } },
      { do: 'set', id: `${root}/a-s`, set: { hidden: true } },
      { do: 'set', id: `${root}/a-s`, set: { grade: 1 } },
      { do: 'set', id: root, set: { completionType: 'manual' } },
      { do: 'set-section', id: `${root}/a-s`, key: 'k', set: { value: { en: 'Mine' } } },
      { do: 'add-section', id: root, section: { ...textSection('x'), key: 'x' }, before: null },
      { do: 'move-section', id: `${root}/a-s`, key: 'k', before: null },
      { do: 'remove-section', id: `${root}/a-s`, key: 'k' },
      { do: 'move', ids: [`${root}/a-s`], parentId: null, before: null },
      { do: 'remove', ids: [`${root}/a-s`] },
      { do: 'add', nodes: [{ ...level('/home/a/new'), parentId: root }], before: null },
    ] as const
    for (const edit of refused) expect(applyEdits(tree, [edit])).toMatchObject({ ok: false, code: 'NOT_OWNER' })
  })

  it('keeps its own translation in a language that the owner begins, until the owner has words of the node in it', () => {
    const translated = applyEdits(tree, [
      { do: 'set', id: '/home/a', set: { title: { cy: 'Un' } } },
      { do: 'set-section', id: '/home/a/a-s', key: 'k', set: { value: { cy: 'Gorwedd' } } },
    ])
    let present = translated.ok ? translated.tree : tree
    const relink = (source: Tree) => {
      const nodes = linkedNodes(present, sourceOf(source, '/a', ['en-GB', 'cy-GB']), { root: '/home/a' })
      const replaced = replaceLinkedNodes(present, nodes, null)
      present = replaced.ok ? replaced.tree : present
      return nodes.map(({ title, content, origin }) => [title['cy'], content[0]?.value['cy'], origin?.languages])
    }
    const own = [
      ['Un', undefined, ['en']],
      [undefined, 'Gorwedd', ['en']],
    ]
    // once more, because an update is compared with the linked node that it made
    for (const _time of [1, 2]) expect(relink(owner)).toEqual(own)
    const begun = applyEdits(owner, [{ do: 'set', id: '/a/s', set: { title: { cy: 'Arnofio' } } }])
    for (const _time of [1, 2])
      expect(relink(begun.ok ? begun.tree : owner)).toEqual([own[0], ['Arnofio', undefined, ['en', 'cy']]])
    expect(relink(owner)).toEqual([own[0], [undefined, undefined, ['en', 'cy']]])
  })

  it('keeps its own translation when the owner changes the source text, with a pin that says it is older', () => {
    const translated = applyEdits(tree, [{ do: 'set', id: '/home/a', set: { title: { cy: 'Un' } } }])
    const renamed = applyEdits(owner, [{ do: 'set', id: '/a', set: { title: { en: 'Alpha' } } }])
    if (!translated.ok || !renamed.ok) throw new Error('refused')
    const next = linkedNodes(translated.tree, sourceOf(renamed.tree, '/a', ['en-GB']), { root: '/home/a' })
    expect(next[0]).toMatchObject({ title: { en: 'Alpha', cy: 'Un' } })
    expect(Object.keys(next[0]?.pins?.['cy'] ?? {})).toHaveLength(1)
  })

  it('that its owner deletes and adds again gets back the id that it had', () => {
    const withoutSkill = replaceLinkedNodes(
      tree,
      linkedNodes(tree, { ...sourceOf(owner, '/a', ['en-GB']), nodes: [level('/a')] }, { root: '/home/a' }),
      null,
    )
    if (!withoutSkill.ok) throw new Error('refused')
    expect([...withoutSkill.tree.gone.keys()]).toEqual(['/home/a/a-s'])
    const withSkillAgain = replaceLinkedNodes(
      withoutSkill.tree,
      linkedNodes(withoutSkill.tree, sourceOf(owner, '/a', ['en-GB']), { root: '/home/a' }),
      null,
    )
    expect(withSkillAgain.ok && withSkillAgain.tree.nodes.has('/home/a/a-s')).toBe(true)
  })

  it('keeps its id when its owner moves it to another linked node, whichever of the two is updated first', () => {
    const skill = (id: string, parentId: string): AuthorNode => ({ ...level(id), parentId, t: 's', grade: 3 })
    const group: AuthorNode = { ...level('/a/g'), parentId: '/a', t: 'sg' }
    const before = treeOf([level('/a'), group, skill('/a/g/s', '/a/g'), skill('/a/g/t', '/a/g'), level('/b')])
    const regrouped = applyEdits(before, [
      { do: 'move', ids: ['/a/g'], parentId: '/b', before: null },
      { do: 'move', ids: ['/a/g/t'], parentId: '/a', before: null },
    ])
    const after = regrouped.ok ? regrouped.tree : before
    const update = (present: Tree, source: Tree, id: string, link: Parameters<typeof linkedNodes>[2]) => {
      const replaced = replaceLinkedNodes(present, linkedNodes(present, sourceOf(source, id), link), null)
      if (!replaced.ok) throw new Error(replaced.code)
      return replaced.tree
    }
    const linkedBoth = ['/a', '/b'].reduce(
      (present, id) => update(present, before, id, { parentId: '/home' }),
      treeOf([level('/home')]),
    )
    const parentsIn = (present: Tree) => inTreeOrder(present).map(({ id, parentId }) => `${parentId} ${id}`)
    const ids = [...linkedBoth.nodes.keys()].sort()
    for (const order of [
      ['/a', '/b'],
      ['/b', '/a'],
    ]) {
      // the second round changes nothing
      const updated = [...order, ...order].reduce(
        (present, id) => update(present, after, id, { root: `/home${id}` }),
        linkedBoth,
      )
      expect([...updated.nodes.keys()].sort()).toEqual(ids)
      expect(parentsIn(updated)).toEqual([
        'null /home',
        '/home /home/a',
        '/home/a /home/a/a-g/a-g-t',
        '/home /home/b',
        '/home/b /home/a/a-g',
        '/home/a/a-g /home/a/a-g/a-g-s',
      ])
    }
  })

  it('is not updated while a rule of its scheme names a node that the owner has deleted', () => {
    const withRule = applyEdits(tree, [{ do: 'set', id: '/home', set: { required: ['/home/a/a-s'] } }])
    if (!withRule.ok) throw new Error('refused')
    const next = linkedNodes(
      withRule.tree,
      { ...sourceOf(owner, '/a', ['en-GB']), nodes: [level('/a')] },
      { root: '/home/a' },
    )
    expect(replaceLinkedNodes(withRule.tree, next, null)).toMatchObject({
      ok: false,
      code: 'DEPENDED_ON',
      ids: ['/home'],
    })
  })
})
