import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultFields } from '#domain/testing/author.ts'
import { confirmPin, countGaps, translationState } from './translation.ts'
import { sectionEdits, type Section } from './content.ts'
import { applyEdits } from './edits/apply-edits.ts'
import { treeOf, type AuthorNode, type NodeFields } from './tree.ts'

const words = fc.constantFrom('Float', 'Kick', 'Glide', 'Dive')
const node: AuthorNode = { ...defaultFields, id: '/a', parentId: null, t: 'l', title: { en: 'Float', cy: 'Arnofio' } }
const nodeIn = (tree = treeOf([node])) => tree.nodes.get('/a') ?? node
const setFields = (current: AuthorNode, fields: NodeFields) => {
  const applied = applyEdits(treeOf([current]), [{ do: 'set', id: '/a', set: fields }])
  if (!applied.ok) throw new Error(applied.code)
  return applied
}
const titleState = ({ title, pins }: AuthorNode) => translationState(title, pins, 'en', 'cy')

describe('a translation', () => {
  it('is stale after its source text changed, until it is written anew or confirmed, or the source text is restored', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (titles) => {
        let renamed = node
        for (const en of titles) {
          renamed = nodeIn(setFields(renamed, { title: { en } }).tree)
          expect(titleState(renamed)).toBe(en === 'Float' ? 'done' : 'stale')
        }
        const translated = nodeIn(setFields(renamed, { title: { cy: 'Newydd' } }).tree)
        expect(titleState(translated)).toBe('done')
        const confirmed = nodeIn(setFields(renamed, { pins: confirmPin(renamed.pins, 'cy', 'Arnofio') }).tree)
        expect(titleState(confirmed)).toBe('done')
        expect(titleState(nodeIn(setFields(confirmed, { title: { en: 'Other' } }).tree))).toBe('stale')
      }),
    )
  })

  it('is stale again when the edit that made it up to date is undone', () => {
    const stale = nodeIn(setFields(node, { title: { en: 'Lie on the back' } }).tree)
    for (const fields of [{ title: { cy: 'Newydd' } }, { title: { en: 'Float' } }, { title: { cy: null } }]) {
      const { tree, undo } = setFields(stale, fields)
      const undone = applyEdits(tree, undo)
      expect(undone.ok && nodeIn(undone.tree)).toEqual(stale)
    }
  })

  const text = (key: string, en: string, cy?: string): Section => ({
    key,
    type: 'text',
    of: null,
    title: {},
    value: cy === undefined ? { en } : { en, cy },
  })

  /** Gives a node these sections, after proving that the change can be undone. */
  const withSections = (current: AuthorNode, sections: readonly Section[]): AuthorNode => {
    const applied = applyEdits(treeOf([current]), sectionEdits('/a', current.content, sections))
    if (!applied.ok) throw new Error(applied.code)
    const undone = applyEdits(applied.tree, applied.undo)
    expect(undone.ok && nodeIn(undone.tree)).toEqual(current)
    return nodeIn(applied.tree)
  }

  it('is stale after its source text was removed and another one written, but not after the same one', () => {
    const state = (current: AuthorNode) =>
      current.content.map(({ value }) => translationState(value, current.pins, 'en', 'cy'))
    const start = { ...node, content: [text('a', 'One', 'Un'), text('b', 'Two', 'Dau')] }
    const stale = withSections(start, [text('a', 'One', 'Un'), text('b', '2', 'Dau')])
    for (const current of [start, stale]) {
      const emptied = withSections(current, [text('a', '', 'Un'), text('b', '', 'Dau')])
      expect(state(emptied)).toEqual([null, null])
      expect(state(withSections(emptied, [text('a', 'Other', 'Un'), text('b', 'Other', 'Dau')]))).toEqual([
        'stale',
        'stale',
      ])
      expect(state(withSections(emptied, [text('a', 'One', 'Un'), text('b', 'Two', 'Dau')]))).toEqual(['done', 'done'])
      // a translation that is written before its source text is not older than it
      const translated = withSections(emptied, [text('a', '', 'Un'), text('b', '', 'Ail')])
      expect(state(withSections(translated, [text('a', '', 'Un'), text('b', 'Second', 'Ail')]))).toEqual([null, 'done'])
    }
  })

  it('of a section keeps its state when the section is moved', () => {
    const start = { ...node, content: [text('a', 'One', 'Un'), text('b', 'Two', 'Dau')] }
    const changed = withSections(start, [text('a', 'One', 'Un'), text('b', '2', 'Dau')])
    const moved = withSections(changed, [text('b', '2', 'Dau'), text('c', 'New'), text('a', 'One', 'Un')])
    expect(moved.content.map(({ value }) => translationState(value, moved.pins, 'en', 'cy'))).toEqual([
      'stale',
      'missing',
      'done',
    ])
    expect(countGaps([moved], 'en', 'cy')).toEqual({ texts: 4, missing: 1, stale: 1 })
  })

  it('is not missing where the source text is empty or a list of addresses', () => {
    const files: Section = { key: 'f', type: 'files', of: null, title: { en: 'Files' }, value: { en: '/a.pdf' } }
    // the texts are the node's title and the title of the files, which has no Welsh
    expect(countGaps([{ ...node, content: [text('t', ''), files] }], 'en', 'cy')).toEqual({
      texts: 2,
      missing: 1,
      stale: 0,
    })
  })
})
