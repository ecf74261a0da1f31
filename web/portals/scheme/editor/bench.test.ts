import { describe, expect, it } from 'vitest'
import { treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { answered, caughtUp, emptyBench, perform, shown, turn, without, type Bench } from './bench.ts'
import { node } from './testing/author-node.ts'

const tree = () =>
  treeOf([node('/a', null, 'l'), node('/a/x', '/a', 's'), node('/a/y', '/a', 's'), node('/b', null, 'l')])
const renameTo = (id: string, en: string): Edit => ({ do: 'set', id, set: { title: { en } } })
const title = (at: Tree, id: string) => at.nodes.get(id)?.title['en']

function done(bench: Bench, key: number, ...edits: Edit[]): Bench {
  const next = perform(bench, key, edits)
  if ('code' in next) throw new Error(next.code)
  return next
}
const saved = (revision: number, ...edits: Edit[]) => ({ revision, by: 'u', byName: 'U', edits })

describe('own steps', () => {
  it('show at once and wait until they are answered', () => {
    const bench = done(emptyBench(1, tree()), 1, renameTo('/a', 'A!'))
    expect(title(shown(bench), '/a')).toBe('A!')
    expect(title(bench.base, '/a')).toBe('/a')
    const next = answered(bench, { revision: 2, steps: [saved(2, renameTo('/a', 'A!'))] })
    expect(next?.bench).toMatchObject({ revision: 2, pending: [] })
    expect(title(next?.bench.base ?? tree(), '/a')).toBe('A!')
  })

  it('stand on what others did before them, and are undone from there', () => {
    let bench = done(emptyBench(1, tree()), 1, renameTo('/a', 'mine'))
    bench = answered(bench, { revision: 3, steps: [saved(2, renameTo('/a', 'theirs')), saved(3)] })?.bench ?? bench
    expect(title(shown(bench), '/a')).toBe('mine')
    bench = turn(bench, 'undo', 2, null)?.bench ?? bench
    expect(title(shown(bench), '/a')).toBe('theirs')
  })

  it('are taken back when others have made them impossible, with the reason, and later ones stay', () => {
    let bench = done(emptyBench(1, tree()), 1, renameTo('/a/x', 'X'))
    bench = done(bench, 2, renameTo('/b', 'B'))
    const next = caughtUp(bench, { revision: 2, steps: [saved(2, { do: 'remove', ids: ['/a/x'] })] })
    expect(next?.takenBack).toMatchObject([{ step: { key: 1 }, why: { code: 'NODE_NOT_FOUND', id: '/a/x' } }])
    expect(title(shown(next?.bench ?? bench), '/b')).toBe('B')
    expect(next?.bench.done.map((one) => one.key)).toEqual([2])
  })

  it('are not counted twice when the tree is asked for again', () => {
    const bench = done(emptyBench(5, tree()), 1, renameTo('/a', 'A!'))
    expect(caughtUp(bench, { revision: 5, steps: [] })?.bench).toBe(bench)
  })

  it('need the tree anew when too much has happened', () => {
    const bench = done(emptyBench(1, tree()), 1, renameTo('/a', 'A!'))
    expect(caughtUp(bench, { revision: 900, steps: null })).toBeNull()
    expect(answered(bench, { revision: 900, steps: null })).toBeNull()
  })
})

describe('undo and redo', () => {
  it('drop a step that never left the page, and bring it back', () => {
    let bench = done(emptyBench(1, tree()), 1, renameTo('/a', 'A!'))
    bench = turn(bench, 'undo', 2, null)?.bench ?? bench
    expect(bench.pending).toEqual([])
    expect(title(shown(bench), '/a')).toBe('/a')
    bench = turn(bench, 'redo', 3, null)?.bench ?? bench
    expect(title(shown(bench), '/a')).toBe('A!')
    expect(turn(bench, 'redo', 4, null)).toBeNull()
  })

  it('are steps of their own once the step may have been sent', () => {
    let bench = done(emptyBench(1, tree()), 1, { do: 'remove', ids: ['/a'] })
    bench = turn(bench, 'undo', 2, 1)?.bench ?? bench
    expect(bench.pending.map((step) => step.key)).toEqual([1, 2])
    expect([...shown(bench).nodes.keys()].sort()).toEqual(['/a', '/a/x', '/a/y', '/b'])
    expect(shown(bench).children.get(null)).toEqual(['/a', '/b'])
  })

  it('end with a new step', () => {
    let bench = done(emptyBench(1, tree()), 1, renameTo('/a', 'A!'))
    bench = turn(bench, 'undo', 2, null)?.bench ?? bench
    bench = done(bench, 3, renameTo('/b', 'B!'))
    expect(bench.undone).toEqual([])
  })

  it('say why when others have made them impossible, and forget it', () => {
    let bench = done(emptyBench(1, tree()), 1, renameTo('/a/x', 'X'))
    bench = answered(bench, { revision: 2, steps: [saved(2)] })?.bench ?? bench
    bench = caughtUp(bench, { revision: 3, steps: [saved(3, { do: 'remove', ids: ['/a/x'] })] })?.bench ?? bench
    const back = turn(bench, 'undo', 2, null)
    expect(back?.refused).toMatchObject({ code: 'NODE_NOT_FOUND' })
    expect(back?.bench.done).toEqual([])
  })
})

it('a step taken back is not undone any more', () => {
  const added: AuthorNode = node('/b/z', '/b', 's')
  let bench = done(emptyBench(1, tree()), 1, { do: 'add', nodes: [added], before: null })
  bench = done(bench, 2, renameTo('/b/z', 'Z'))
  const next = without(bench, new Set([1]))
  // what stood on it goes with it
  expect(next.takenBack.map(({ step }) => step.key)).toEqual([2])
  expect(next.bench).toMatchObject({ pending: [], done: [] })
})
