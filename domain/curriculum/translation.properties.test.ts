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
const setFields = (of: AuthorNode, fields: NodeFields) => {
  const done = applyEdits(treeOf([of]), [{ do: 'set', id: '/a', set: fields }])
  if (!done.ok) throw new Error(done.code)
  return done
}
const titleState = (of: AuthorNode) => translationState(of.title, of.pins, 'en', 'cy')

describe('a translation', () => {
  it('is stale after its source text changed, until it is written anew or confirmed, or the source text is restored', () => {
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), (list) => {
        let now = node
        for (const en of list) {
          now = nodeIn(setFields(now, { title: { en } }).tree)
          expect(titleState(now)).toBe(en === 'Float' ? 'done' : 'stale')
        }
        const translated = nodeIn(setFields(now, { title: { cy: 'Newydd' } }).tree)
        expect(titleState(translated)).toBe('done')
        const confirmed = nodeIn(setFields(now, { pins: confirmPin(now.pins, 'cy', 'Arnofio') }).tree)
        expect(titleState(confirmed)).toBe('done')
        expect(titleState(nodeIn(setFields(confirmed, { title: { en: 'Other' } }).tree))).toBe('stale')
      }),
    )
  })

  it('is stale again when the edit that made it up to date is undone', () => {
    const stale = nodeIn(setFields(node, { title: { en: 'Lie on the back' } }).tree)
    for (const fields of [{ title: { cy: 'Newydd' } }, { title: { en: 'Float' } }, { title: { cy: null } }]) {
      const { tree, undo } = setFields(stale, fields)
      const back = applyEdits(tree, undo)
      expect(back.ok && nodeIn(back.tree)).toEqual(stale)
    }
  })

  const text = (key: string, en: string, cy?: string): Section => ({
    key,
    type: 'text',
    of: null,
    title: {},
    value: cy === undefined ? { en } : { en, cy },
  })

  const withSections = (of: AuthorNode, wanted: readonly Section[]): AuthorNode => {
    const done = applyEdits(treeOf([of]), sectionEdits('/a', of.content, wanted))
    if (!done.ok) throw new Error(done.code)
    const back = applyEdits(done.tree, done.undo)
    expect(back.ok && nodeIn(back.tree)).toEqual(of)
    return nodeIn(done.tree)
  }

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

  it('is not missing where the source text is empty, nor for addresses', () => {
    const files: Section = { key: 'f', type: 'files', of: null, title: { en: 'Files' }, value: { en: '/a.pdf' } }
    expect(countGaps([{ ...node, content: [text('t', ''), files] }], 'en', 'cy')).toEqual({
      texts: 2,
      missing: 1,
      stale: 0,
    })
  })
})
