import { expect, test } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { treeOf, type AuthorNode } from '#domain/curriculum/tree.ts'
import { findNotBack, listedFiles, nodesToRestore, withoutMissing, type Existing } from './not-back.ts'

const KEPT = '00000000-0000-4000-8000-000000000001'
const GONE = '00000000-0000-4000-8000-000000000002'
const files = {
  key: 'f',
  type: 'files',
  of: null,
  title: {},
  value: { en: `/files/${KEPT}/a.pdf, /files/${GONE}/b.pdf` },
}
const node = (id: string, more: Partial<AuthorNode> = {}): AuthorNode => {
  return { ...defaultFields, id, parentId: null, t: 'l', title: { en: id }, ...more }
}
const existing: Existing = {
  files: new Set([KEPT]),
  videos: new Set([1]),
  languages: new Set(['en']),
  hasSource: ({ origin }) => origin?.id !== '/gone',
}
const origin = { scheme: 's', id: '/gone', root: '/link', languages: ['en'] }

test('deleted files and videos, links without a source and languages that the scheme has no more do not come back', () => {
  const nodes = [
    node('/a', { content: [files], videos: [1, 2] }),
    node('/link', { origin }),
    node('/c', { title: { en: 'C', cy: 'Y' } }),
    node('/d'),
  ]
  expect(listedFiles(nodes)).toEqual([KEPT, GONE])
  expect(findNotBack(nodes, existing)).toEqual([
    { what: 'file', id: '/a', name: 'b.pdf' },
    { what: 'video', id: '/a', name: '' },
    { what: 'link', id: '/link', name: '' },
    { what: 'language', id: '/c', name: 'cy' },
  ])
  const tree = withoutMissing(treeOf(nodes), ['/a'], existing)
  expect(tree.nodes.get('/a')).toMatchObject({ videos: [1], content: [{ value: { en: `/files/${KEPT}/a.pdf` } }] })
})

test('only what differs from the present is restored', () => {
  const [tree, old] = [
    treeOf([node('/a'), node('/b', { starred: true })]),
    treeOf([node('/a'), node('/b'), node('/c')]),
  ]
  expect(nodesToRestore(tree, old).map(({ id }) => id)).toEqual(['/b', '/c'])
})
