import fc from 'fast-check'
import { expect, test } from 'vitest'
import { omitDefaults, withDefaults } from './node-defaults.ts'
import { defaultFields, applySeeds, editSeeds } from '#domain/testing/author.ts'
import { treeOf } from './tree.ts'

test('a node gets back the default values that were left out, and only five fields of a plain skill are not left out', () => {
  fc.assert(
    fc.property(editSeeds, (seeds) => {
      // through JSON, as nodes are sent
      for (const node of applySeeds(treeOf([]), seeds).tree.nodes.values())
        expect(withDefaults(JSON.parse(JSON.stringify(omitDefaults(node))) as never)).toEqual(node)
    }),
  )
  const skill = { ...defaultFields, id: '/a/b', parentId: '/a', t: 's' as const, title: { en: 'B' }, grade: 3 }
  expect(Object.keys(omitDefaults(skill)).toSorted()).toEqual(['grade', 'id', 'parentId', 't', 'title'])
})
