import { describe, expect, it } from 'vitest'
import { applyEdits } from '#domain/curriculum/edits/apply-edits.ts'
import { treeOf, type AuthorNode } from '#domain/curriculum/tree.ts'
import { nextGap, nodeRows, textRows, translationEdit } from './rows.ts'

const node = (id: string, title: AuthorNode['title'], content: AuthorNode['content'] = []): AuthorNode => ({
  id,
  parentId: null,
  t: 'l',
  title,
  grade: null,
  group: null,
  completion: null,
  completionType: 'automated',
  required: [],
  hidden: false,
  skipped: false,
  starred: false,
  content,
  videos: [],
})
const section = { key: 's-1', type: 'text', of: null, title: { en: 'What' }, value: { en: 'Lie', cy: 'Gorwedd' } }
// English is the source. In Welsh, two texts of /b are missing: its title and the title of its section.
const tree = treeOf([
  node('/a', { en: 'A', cy: 'A' }),
  node('/b', { en: 'B' }, [section]),
  node('/c', { en: 'C', cy: 'C' }),
])

describe('the translation of a scheme', () => {
  it('shows the state of each text, and counts the missing and outdated ones of each node', () => {
    expect(textRows(tree.nodes.get('/b') as AuthorNode, 'en', 'cy').map(({ path, state }) => [path, state])).toEqual([
      ['title', 'missing'],
      ['content/s-1/title', 'missing'],
      ['content/s-1/value', 'done'],
    ])
    expect(nodeRows(tree, 'cy').map(({ missing, stale }) => [missing, stale])).toEqual([
      [0, 0],
      [2, 0],
      [0, 0],
    ])
  })

  it('stand below each other as in the tree', () => {
    const nested = treeOf([
      node('/a', { en: 'A' }),
      { ...node('/a/b', { en: 'B' }), parentId: '/a' },
      node('/c', { en: 'C' }),
    ])
    expect(nodeRows(nested, 'cy').map((row) => [row.node.id, row.depth])).toEqual([
      ['/a', 0],
      ['/a/b', 1],
      ['/c', 0],
    ])
  })

  it('finds the next node with a gap, wraps around, and finds none when all is translated', () => {
    const rows = nodeRows(tree, 'cy')
    expect([nextGap(rows, null, 1), nextGap(rows, '/c', 1), nextGap(rows, '/a', -1), nextGap(rows, '/b', 1)]).toEqual(
      Array(4).fill('/b'),
    )
    expect(nextGap(nodeRows(tree, 'en'), null, 1)).toBeNull()
  })

  it('finds the first gap downwards and the last one upwards while no node is open', () => {
    const rows = nodeRows(tree, 'de')
    expect([nextGap(rows, null, 1), nextGap(rows, null, -1)]).toEqual(['/a', '/c'])
  })

  it('is saved by an edit of the tree, and undone by its inverse', () => {
    const edited = applyEdits(tree, [translationEdit('/b', 'content/s-1/title', 'cy', ' Beth ')])
    expect(edited.ok && edited.tree.nodes.get('/b')?.content[0]).toMatchObject({ title: { en: 'What', cy: 'Beth' } })
    const undone = edited.ok ? applyEdits(edited.tree, edited.undo) : edited
    expect(undone.ok && undone.tree.nodes.get('/b')).toEqual(tree.nodes.get('/b'))
    // an empty text removes the translation
    expect(translationEdit('/b', 'title', 'cy', ' ')).toEqual({ do: 'set', id: '/b', set: { title: { cy: null } } })
  })
})
