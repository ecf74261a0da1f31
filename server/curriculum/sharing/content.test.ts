import { expect, test } from 'vitest'
import { diffTrees } from '#domain/curriculum/tree-diff.ts'
import { treeOf, type AuthorNode } from '#domain/curriculum/tree.ts'
import { describeChanges } from './content.ts'
import { node } from './testing/chain.ts'

/** What is shown of a changed text of a node, before and after. */
function shownChange(was: string, now: string) {
  const treeWith = (en: string) => {
    const section = { key: 's', type: 'text', of: null, title: {}, value: { en } }
    return treeOf([node('/stage-1', null, 'l', { content: [section] })] satisfies AuthorNode[])
  }
  const [before, after] = [treeWith(was), treeWith(now)]
  return describeChanges(diffTrees(before, after), after, before, 'en-GB').items[0]?.text
}

test('the part of a long text that has changed begins and ends between characters', () => {
  const swimmers = '🏊'.repeat(200)
  for (const before of ['', 'a', 'ab'])
    for (const after of ['', 'a']) {
      const shown = shownChange(`${before}${swimmers}x${after}${swimmers}`, `${before}${swimmers}y${after}${swimmers}`)
      expect([shown?.was.isWellFormed(), shown?.now.isWellFormed()], `${before}-${after}`).toEqual([true, true])
      expect(shown?.was).toContain('x')
      expect(shown?.now).toContain('y')
    }
})
