import fc from 'fast-check'
import type { Section } from '#domain/curriculum/content.ts'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { newNodeId, type AuthorNode, type Edit, type NodeFields, type Tree } from '#domain/curriculum/tree.ts'

/** The default values of a node’s fields. */
export const defaultFields: Omit<AuthorNode, 'id' | 'parentId' | 't' | 'title'> = {
  grade: null,
  group: null,
  completion: null,
  completionType: 'automated',
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  content: [],
  videos: [],
}

/**
 * What a random edit is made from: the numbers `a`, `b` and `c` choose nodes and values once the tree is known
 * (`editFromSeed`).
 */
export interface EditSeed {
  kind: 'add' | 'set' | 'rule' | 'move' | 'remove' | 'convert' | 'section'
  a: number
  b: number
  c: number
  title: string
}

export const editSeed: fc.Arbitrary<EditSeed> = fc.record({
  // kinds that are named twice occur twice as often
  kind: fc.constantFrom('add', 'add', 'add', 'set', 'rule', 'move', 'move', 'remove', 'convert', 'section', 'section'),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
  c: fc.nat(1_000),
  // `manual` is a reserved word in ids, and ` - ` has no letter from which an id could be made
  title: fc.constantFrom(
    'Float',
    'Kick',
    'Plymio',
    'ŵy',
    'плавать',
    'manual',
    ' - ',
    'A very long title of a skill indeed',
  ),
})
export const editSeeds = fc.array(editSeed, { maxLength: 40 })

/** The edit that a seed becomes on this tree; it may be one that is refused. */
export function editFromSeed(tree: Tree, { kind, a, b, c, title }: EditSeed): Edit {
  // null stands for the top of the tree
  const ids = [...tree.nodes.keys(), null]
  const nodeOrTop = (choice: number) => ids[choice % ids.length] ?? null
  // null, the last of `ids`, is left out; an empty tree gives an id that no node has
  const node = (choice: number) => ids[choice % Math.max(ids.length - 1, 1)] ?? '/none'
  switch (kind) {
    case 'add': {
      const parentId = nodeOrTop(a)
      const t = (['l', 'sg', 's'] as const)[b % 3] ?? 's'
      const id = newNodeId(tree, parentId, title)
      const titles = { en: title, ...(c % 2 ? { cy: title } : {}) }
      return { do: 'add', nodes: [{ ...defaultFields, id, parentId, t, title: titles }], before: nodeOrTop(c) }
    }
    case 'set': {
      const fields: NodeFields[] = [
        { title: { en: title } },
        { title: { cy: c % 3 ? title : null } },
        { hidden: true, starred: c % 2 === 0 },
        { skipped: c % 2 === 0 },
        { videos: [c + 1] },
      ]
      return { do: 'set', id: node(a), set: fields[b % fields.length] ?? {} }
    }
    case 'rule': {
      const listed = [...new Set([node(b), node(c), node(b + c)])]
      return c % 4 === 0
        ? { do: 'set', id: node(a), set: { required: listed } }
        : { do: 'set', id: node(a), set: { completion: { ids: listed, count: (c % 4) + 1 } } }
    }
    case 'move':
      return {
        do: 'move',
        ids: [...new Set([node(a), node(b)])].slice(0, (c % 2) + 1),
        parentId: nodeOrTop(c),
        before: nodeOrTop(b),
      }
    case 'remove':
      return { do: 'remove', ids: [node(a)] }
    case 'section': {
      const id = node(a)
      const sections = tree.nodes.get(id)?.content ?? []
      const key = sections[b % Math.max(sections.length, 1)]?.key ?? 'none'
      const before = sections[c % (sections.length + 1)]?.key ?? null
      // the same addition twice, so that sections are added more often than removed
      const edits: Edit[] = [
        { do: 'add-section', id, section: { ...textSection(title), key: `k${b % 7}` }, before },
        { do: 'add-section', id, section: { ...textSection(title), key: `k${b % 7}` }, before },
        { do: 'set-section', id, key, set: { value: { [c % 2 ? 'en' : 'cy']: c % 5 ? title : null } } },
        { do: 'set-section', id, key, set: { title: { en: title, cy: null }, value: { en: title } } },
        { do: 'move-section', id, key, before },
        { do: 'remove-section', id, key },
      ]
      return edits[c % edits.length] as Edit
    }
    case 'convert':
      return { do: 'set', id: node(a), set: { t: (['l', 'sg', 's'] as const)[b % 3] ?? 'l' } }
  }
}

/** A section of text without its key. */
export const textSection = (words: string): Omit<Section, 'key'> => ({
  type: 'text',
  of: null,
  title: {},
  value: { en: words },
})

/**
 * Applies the edits of the seeds one after another. Refused edits change nothing; `applied` are the others, and `undo`
 * has the edits that undo each of them.
 */
export function applySeeds(start: Tree, seeds: readonly EditSeed[]): { tree: Tree; undo: Edit[][]; applied: Edit[] } {
  let tree = start
  const [undo, applied]: [Edit[][], Edit[]] = [[], []]
  for (const seed of seeds) {
    const edit = editFromSeed(tree, seed)
    const result = applyEdits(tree, [edit])
    if (!result.ok) continue
    tree = result.tree
    undo.push(result.undo)
    applied.push(edit)
  }
  return { tree, undo, applied }
}
