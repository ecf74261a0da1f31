import { describe, expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { editsBetween } from '#domain/curriculum/edits/edits-between.ts'
import { replaceLinkedNodes } from '#domain/curriculum/relink.ts'
import { inTreeOrder, treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import type { CopyBatch, LiveBatch } from './batches.ts'
import { goesLive } from './goes-live.ts'
import { mergeCopy } from './merge-copy.ts'

const node = (id: string, parentId: string | null, t: AuthorNode['t']): AuthorNode => {
  return { ...defaultFields, id, parentId, t, title: { en: id } }
}
const live = treeOf([
  node('/five', null, 'l'),
  node('/five/tread', '/five', 's'),
  node('/five/float', '/five', 's'),
  node('/six', null, 'l'),
  node('/six/dive', '/six', 's'),
])

function after(tree: Tree, ...edits: Edit[]): Tree {
  const applied = applyEdits(tree, edits)
  if (!applied.ok) throw new Error(`${applied.code} ${applied.id}`)
  return applied.tree
}

/** A copy of `live` with one batch for each list of edits. */
const copyOf = (...edited: Edit[][]) => copyFrom(live, ...edited)

function copyFrom(start: Tree, ...edited: Edit[][]): CopyBatch[] {
  let tree = start
  return edited.map((edits, index) => {
    const applied = applyEdits(tree, edits)
    if (!applied.ok) throw new Error(applied.code)
    tree = applied.tree
    return { revision: index + 1, step: index + 1, forward: true, edits, undo: applied.undo, liveRevision: 0 }
  })
}
/** The live tree after batches, and these batches. */
function saved(...edited: Edit[][]): [Tree, LiveBatch[]] {
  let tree = live
  const batches = edited.map((edits, index) => {
    const applied = applyEdits(tree, edits)
    if (!applied.ok) throw new Error(applied.code)
    tree = applied.tree
    return { revision: index + 1, undo: applied.undo }
  })
  return [tree, batches]
}
const set = (id: string, fields: object): Edit => ({ do: 'set', id, set: fields })
const move = (id: string, parentId: string): Edit => ({ do: 'move', ids: [id], parentId, before: null })
const keeps = (...keys: string[]) => new Set(keys)

describe('a value that was changed live and in the copy', () => {
  const batches = copyOf([set('/five/tread', { grade: 3 })])
  const liveNow = after(live, set('/five/tread', { grade: 4 }))

  test('is a conflict: the copy wins, or what is live is kept', () => {
    const merged = mergeCopy(liveNow, batches, keeps(), [])
    expect(merged.conflicts).toEqual([{ id: '/five/tread', field: 'grade', live: 4, copy: 3 }])
    expect(merged.tree.nodes.get('/five/tread')?.grade).toBe(3)
    expect(mergeCopy(liveNow, batches, keeps('/five/tread grade'), []).tree.nodes.get('/five/tread')?.grade).toBe(4)
  })

  test('is none when both have the same value now, or when the copy took its change back', () => {
    expect(mergeCopy(after(live, set('/five/tread', { grade: 3 })), batches, keeps(), []).conflicts).toEqual([])
    const back = copyOf(
      [set('/five/tread', { grade: 3 })],
      [set('/five', { starred: true })],
      [set('/five/tread', { grade: null })],
    )
    const merged = mergeCopy(liveNow, back, keeps(), [])
    expect(merged.conflicts).toEqual([])
    expect(merged.tree.nodes.get('/five/tread')?.grade).toBe(4)
    expect(merged.tree.nodes.get('/five')?.starred).toBe(true)
  })

  test('can be where a node stands', () => {
    const moved = copyOf([move('/five/tread', '/six')])
    const elsewhere = after(
      live,
      { do: 'add', nodes: [node('/seven', null, 'l')], before: null },
      move('/five/tread', '/seven'),
    )
    const merged = mergeCopy(elsewhere, moved, keeps(), [])
    expect(merged.conflicts).toEqual([{ id: '/five/tread', field: 'parent', live: '/seven', copy: '/six' }])
    const kept = mergeCopy(elsewhere, moved, keeps('/five/tread parent'), [])
    expect(kept.tree.nodes.get('/five/tread')?.parentId).toBe('/seven')
  })
})

describe('a node that the copy deletes', () => {
  const batches = copyOf([{ do: 'remove', ids: ['/five'] }])

  test('is asked about when something was added below it live', () => {
    const liveNow = after(live, { do: 'add', nodes: [node('/five/roll', '/five', 's')], before: null })
    const merged = mergeCopy(liveNow, batches, keeps(), [])
    expect(merged.conflicts).toEqual([{ id: '/five/roll', field: 'exists', live: 'added', copy: null }])
    expect([...merged.tree.nodes.keys()]).toEqual(['/six', '/six/dive'])
    const kept = mergeCopy(liveNow, batches, keeps('/five/roll exists'), [])
    expect([...kept.tree.nodes.keys()].sort()).toEqual(['/five', '/five/roll', '/six', '/six/dive'])
  })

  test('is asked about when it was moved away live', () => {
    const liveNow = after(live, move('/five/tread', '/six'))
    const merged = mergeCopy(liveNow, batches, keeps(), [])
    expect(merged.conflicts).toEqual([{ id: '/five/tread', field: 'exists', live: 'moved', copy: null }])
    expect(merged.tree.nodes.has('/five/tread')).toBe(false)
    const kept = mergeCopy(liveNow, batches, keeps('/five/tread exists'), [])
    expect(kept.tree.nodes.get('/five/tread')?.parentId).toBe('/six')
  })

  test('is asked about with what the copy moved and moved back, and what was put below it live', () => {
    const start = after(live, { do: 'add', nodes: [node('/five/a', '/five', 'l')], before: null })
    const batches = copyFrom(start, [{ do: 'remove', ids: ['/five'] }], [move('/six/dive', '/six')])
    const liveNow = after(
      start,
      { do: 'move', ids: ['/five/a'], parentId: null, before: null },
      move('/six/dive', '/five/a'),
    )
    const asked = [
      { id: '/six/dive', field: 'exists', copy: null, live: 'added' },
      { id: '/five/a', field: 'exists', copy: null, live: 'moved' },
    ]
    expect(mergeCopy(liveNow, batches, keeps(), []).conflicts).toEqual(asked)
    const { tree } = mergeCopy(liveNow, batches, keeps('/six/dive exists'), [])
    expect(inTreeOrder(tree).map(({ id, parentId }) => [id, parentId])).toEqual([
      ['/six', null],
      ['/five/a', null],
      ['/six/dive', '/five/a'],
    ])
  })

  test('is asked about with what was put below it live after it was moved away', () => {
    const start = treeOf([node('/five', null, 'l'), node('/five/part', '/five', 'l'), node('/six', null, 'l')])
    const deleting = copyFrom(start, [{ do: 'remove', ids: ['/five'] }])
    const liveNow = after(
      start,
      { do: 'move', ids: ['/five/part'], parentId: null, before: null },
      move('/six', '/five/part'),
    )
    const merged = mergeCopy(liveNow, deleting, keeps(), [])
    expect(merged.conflicts).toEqual([
      { id: '/six', field: 'exists', live: 'added', copy: null },
      { id: '/five/part', field: 'exists', live: 'moved', copy: null },
    ])
    expect(merged.tree.nodes.size).toBe(0)
    const kept = mergeCopy(liveNow, deleting, keeps('/six exists'), []).tree
    expect(inTreeOrder(kept).map(({ id }) => id)).toEqual(['/five/part', '/six'])
  })

  test('is where it is live when the copy moved it before, by a batch that the live tree does not allow', () => {
    const added: Edit = { do: 'add', nodes: [node('/five/roll', '/five', 's')], before: null }
    const moving = copyOf(
      [move('/five/tread', '/six')],
      [added, move('/five/tread', '/five')],
      [{ do: 'remove', ids: ['/five'] }],
    )
    // somebody else adds a skill of the same id
    const liveNow = after(live, added)
    const merged = mergeCopy(liveNow, moving, keeps(), [])
    expect(merged.leftOut.map(({ batch }) => batch.revision)).toEqual([2])
    expect([...merged.tree.nodes.keys()]).toEqual(['/six', '/six/dive'])
    const kept = mergeCopy(liveNow, moving, keeps('/five/tread exists'), []).tree
    expect(inTreeOrder(kept).map(({ id }) => id)).toEqual(['/five', '/five/tread', '/six', '/six/dive'])
  })

  test('is asked about when its texts or rules changed live since, and comes back with what was deleted with it', () => {
    const batches = copyOf([{ do: 'remove', ids: ['/five/float'] }], [{ do: 'remove', ids: ['/five'] }])
    const [liveNow, changes] = saved([set('/five', { title: { en: 'Five!' } })], [set('/five', { starred: true })])
    const exists = { id: '/five', field: 'exists', live: 'changed', copy: null, changed: ['title', 'starred'] }
    const merged = mergeCopy(liveNow, batches, keeps(), changes)
    expect(merged.conflicts).toEqual([exists])
    expect([...merged.tree.nodes.keys()]).toEqual(['/six', '/six/dive'])
    const kept = mergeCopy(liveNow, batches, keeps('/five exists'), changes).tree
    expect(kept.nodes.get('/five')?.title).toEqual({ en: 'Five!' })
    // what was deleted by itself before stays deleted
    expect(inTreeOrder(kept).map(({ id }) => id)).toEqual(['/five', '/five/tread', '/six', '/six/dive'])
  })

  test('brings its level back when only the skill is kept', () => {
    const [liveNow, changes] = saved([set('/five/float', { title: { en: 'Float!' } })])
    const kept = mergeCopy(liveNow, batches, keeps('/five/float exists'), changes).tree
    expect(inTreeOrder(kept).map(({ id }) => id)).toEqual(['/five', '/five/float', '/six', '/six/dive'])
  })

  test('is not asked about when what was changed live was changed back, or was changed before it was deleted', () => {
    const [liveNow, changes] = saved([set('/five/tread', { grade: 4 })], [set('/five/tread', { grade: null })])
    expect(mergeCopy(liveNow, batches, keeps(), changes).conflicts).toEqual([])
    const later = batches.map((batch) => ({ ...batch, liveRevision: 1 }))
    const [changed, before] = saved([set('/five/tread', { grade: 4 })])
    expect(mergeCopy(changed, later, keeps(), before).conflicts).toEqual([])
  })

  test('comes back with the whole of a link in it, also with what the owner has added to that meanwhile', () => {
    const origin = (id: string) => ({ scheme: 'other', id, root: '/five/link', languages: ['en'] })
    const top = { ...node('/five/link', '/five', 'l'), origin: origin('/a') }
    const skill = (id: string) => ({ ...node(`/five/link/${id}`, '/five/link', 's'), origin: origin(id) })
    const [x, y, z] = [skill('x'), skill('y'), skill('z')]
    const linked = (...nodes: AuthorNode[]) => {
      const all = replaceLinkedNodes(live, [top, ...nodes], null)
      if (!all.ok) throw new Error(all.code)
      return all.tree
    }
    const before = linked(x, y)
    const deleting = copyFrom(before, [{ do: 'remove', ids: ['/five'] }])
    const now = linked(x, z, { ...y, grade: 4 })
    const update = { revision: 1, undo: editsBetween(now, before) }
    expect(mergeCopy(now, deleting, keeps(), [update]).conflicts).toEqual([
      { id: '/five/link', field: 'exists', live: 'updated', copy: null },
    ])
    const kept = mergeCopy(now, deleting, keeps('/five/link exists'), [update])
    expect(kept.refused).toBeNull()
    expect(inTreeOrder(kept.tree).map(({ id }) => id)).toEqual([
      '/five',
      '/five/link',
      '/five/link/x',
      '/five/link/z',
      '/five/link/y',
      '/six',
      '/six/dive',
    ])
    // and it is one that can be saved
    expect(applyEdits(now, editsBetween(now, kept.tree)).ok).toBe(true)
  })

  test('needs no deletion when it was deleted live too', () => {
    const both = copyOf([{ do: 'remove', ids: ['/five/tread', '/five/float'] }])
    const merged = mergeCopy(after(live, { do: 'remove', ids: ['/five/tread'] }), both, keeps(), [])
    expect(merged).toMatchObject({ conflicts: [], leftOut: [] })
    expect([...merged.tree.nodes.keys()]).toEqual(['/five', '/six', '/six/dive'])
  })
})

test('a batch on a node that was deleted live is left out as a whole, and says why', () => {
  const batches = copyOf(
    [set('/six', { starred: true }), set('/five/tread', { grade: 3 })],
    [set('/six', { hidden: true })],
  )
  const merged = mergeCopy(after(live, { do: 'remove', ids: ['/five/tread'] }), batches, keeps(), [])
  expect(merged.leftOut).toMatchObject([
    { batch: { revision: 1 }, reason: { code: 'NODE_NOT_FOUND', id: '/five/tread' } },
  ])
  expect(merged.tree.nodes.get('/six')).toMatchObject({ starred: false, hidden: true })
})

test('says when what is live cannot be kept', () => {
  const batches = copyOf([move('/five/tread', '/six')], [{ do: 'remove', ids: ['/five'] }])
  const liveNow = after(
    live,
    { do: 'add', nodes: [node('/five/g', '/five', 'sg')], before: null },
    move('/five/tread', '/five/g'),
  )
  const merged = mergeCopy(liveNow, batches, keeps('/five/tread parent'), [])
  expect(merged.refused).toMatchObject({ code: 'PARENT_NOT_FOUND', id: '/five/g' })
  expect(mergeCopy(liveNow, batches, keeps('/five/tread parent', '/five/g exists'), []).refused).toBeNull()
})

describe('what goes live at once', () => {
  const title = set('/five/tread', { title: { en: 'Tread water' } })
  const section: Edit = {
    do: 'add-section',
    id: '/six',
    section: { key: 'k', type: 'text', of: null, title: {}, value: {} },
    before: null,
  }

  test('is content of nodes that are live', () => {
    expect(goesLive(live, live, [title, section, set('/six', { videos: [1], group: 'Deep' })])).toBe(true)
    expect(goesLive(live, live, [set('/six', { starred: true })])).toBe(false)
    expect(goesLive(live, live, [title, move('/five/tread', '/six')])).toBe(false)
  })

  test('is nothing of a node that only the copy has, or whose content the copy changed', () => {
    const copy = after(
      live,
      { do: 'add', nodes: [node('/six/roll', '/six', 's')], before: null },
      set('/six', { title: { en: 'S' } }),
    )
    expect(goesLive(live, copy, [set('/six/roll', { title: { en: 'Roll' } })])).toBe(false)
    expect(goesLive(live, copy, [section])).toBe(false)
    expect(goesLive(live, copy, [title])).toBe(true)
  })
})
