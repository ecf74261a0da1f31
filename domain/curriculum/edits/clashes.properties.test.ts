import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { treeOf, type AuthorNode, type Edit, type Tree } from '#domain/curriculum/tree.ts'
import { applyEdits } from './apply-edits.ts'
import { changedTexts, replacedTexts, textAt, textKey, withoutTexts, writtenTexts } from './clashes.ts'

const section = { key: 's', type: 'text', of: null, title: { en: 'Tip' }, value: { en: '<p>Look ahead.</p>' } }
const node = (id: string, t: AuthorNode['t']): AuthorNode => {
  return { ...defaultFields, id, parentId: null, t, title: { en: id, cy: id }, content: [section] }
}
const start = treeOf([node('/a', 'l'), node('/b', 'l')])

const language = fc.constantFrom('en', 'cy')
const id = fc.constantFrom('/a', '/b')
const word = fc.constantFrom('one', 'two', 'three')
const changes = fc.dictionary(language, fc.oneof(word, word, fc.constant(null)), { minKeys: 1, maxKeys: 2 })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    // a node needs a title, so one language stays
    .record({ id, text: word, starred: fc.boolean() })
    .map(({ id, text, starred }): Edit => ({ do: 'set', id, set: { title: { en: text }, starred } })),
  fc.record({ id, text: word }).map(({ id, text }): Edit => ({ do: 'set', id, set: { title: { cy: text } } })),
  fc.record({ id, value: changes, title: fc.option(changes, { nil: undefined }) }).map(({ id, value, title }): Edit => {
    return { do: 'set-section', id, key: 's', set: { value, ...(title ? { title } : {}) } }
  }),
)
const batch = fc.array(edit, { minLength: 1, maxLength: 4 })

function apply(tree: Tree, edits: readonly Edit[]): Tree {
  const applied = applyEdits(tree, edits)
  if (!applied.ok) throw new Error(applied.code)
  return applied.tree
}

describe('the merge of two authors’ texts', () => {
  it('leaves each text that both changed as the first has it, and writes all others of the second', () => {
    let clashed = 0
    fc.assert(
      fc.property(batch, batch, (first, second) => {
        const replaced = replacedTexts(start, second)
        const theirs = apply(start, first)
        const changed = changedTexts(theirs, second, replaced)
        const merged = apply(theirs, withoutTexts(second, changed))
        const keys = new Set(changed.map(textKey))
        clashed += keys.size
        const changedByFirst = new Set(writtenTexts(first).map(textKey))
        for (const { now, ...text } of writtenTexts(second)) {
          const isClash = keys.has(textKey(text))
          expect(textAt(merged, text)).toBe(isClash ? textAt(theirs, text) : now)
          // what the first did not touch is never a clash
          if (isClash) expect(changedByFirst).toContain(textKey(text))
        }
        // a field that is no text is as the second has it
        for (const id of ['/a', '/b']) {
          const last = second.findLast((edit) => edit.do === 'set' && edit.id === id && 'starred' in edit.set)
          if (last?.do === 'set') expect(merged.nodes.get(id)?.starred).toBe(last.set.starred)
        }
        for (const text of writtenTexts(first))
          if (!writtenTexts(second).some((other) => textKey(other) === textKey(text)))
            expect(textAt(merged, text)).toBe(text.now)
      }),
      { numRuns: 2_000 },
    )
    // proves that the runs had clashes
    expect(clashed).toBeGreaterThan(200)
  })

  it('finds nothing where the tree is as the author saw it, or the batch says nothing of what it replaces', () => {
    fc.assert(
      fc.property(batch, batch, (first, second) => {
        const tree = apply(start, first)
        expect(changedTexts(tree, second, replacedTexts(tree, second))).toEqual([])
        expect(changedTexts(tree, second, [])).toEqual([])
        expect(withoutTexts(second, [])).toEqual(second)
      }),
    )
  })

  it('compares with the text that the author saw when it was not the tree’s', () => {
    const mine: Edit = { do: 'set', id: '/a', set: { title: { en: 'Mine' } } }
    const theirs = apply(start, [{ do: 'set', id: '/a', set: { title: { en: 'Theirs' } } }])
    expect(changedTexts(theirs, [mine], replacedTexts(theirs, [mine], '/a'))).toHaveLength(1)
    expect(changedTexts(theirs, [mine], replacedTexts(theirs, [mine], 'Theirs'))).toEqual([])
    // both wrote the same
    const same: Edit = { do: 'set', id: '/a', set: { title: { en: 'Theirs' } } }
    expect(changedTexts(theirs, [same], replacedTexts(theirs, [same], '/a'))).toEqual([])
  })
})
