import { expect, test } from 'vitest'
import { node } from '../testing/author-node.ts'
import { findNodes } from './find-nodes.ts'

const nodes = ['Float on front', 'A float', 'Float'].map((title, index) =>
  node(`/n${index}`, null, 's', { title: { en: title } }),
)

test('a node whose title is the text comes before those that begin with it, and the others last', () => {
  const { shown } = findNodes(nodes, ' float ', 10)
  expect(shown.map(({ title }) => title['en'])).toEqual(['Float', 'Float on front', 'A float'])
})

test('accents do not count: an author who types without them finds Welsh titles', () => {
  const welsh = [node('/tŷ', null, 's', { title: { en: 'House', cy: 'Tŷ Dŵr' } })]
  for (const text of ['ty dwr', 'TŶ', 'dŵr']) expect(findNodes(welsh, text, 10).total, text).toBe(1)
})

test('the number of all matches is known beyond those that are shown', () => {
  expect(findNodes(nodes, 'float', 1)).toMatchObject({ shown: [{ title: { en: 'Float' } }], total: 3 })
})
