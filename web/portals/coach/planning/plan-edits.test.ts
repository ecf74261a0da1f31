import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlanContent } from '#domain/assessment/lesson-plan.ts'
import { addBlock, addSection, duplicatePlan, moveBlock, moveBy, remove, withBlock } from './plan-edits.ts'
import { startHistory, withChange, withUndo } from './plan-history.ts'

const activity = (id: string) => ({ id, type: 'activity' as const, text: id, minutes: null })
const plan: PlanContent = {
  title: 'Lesson',
  schemeSlug: 'swim',
  reminder: '',
  sections: [
    { id: 'A', title: 'Warm-up', blocks: [activity('a'), activity('b')] },
    { id: 'B', title: 'Main', blocks: [activity('c')] },
    { id: 'C', title: 'End', blocks: [] },
  ],
}
const shape = (of: PlanContent) => of.sections.map((s) => `${s.id}:${s.blocks.map((b) => b.id).join('')}`).join(' ')

describe('a plan being written', () => {
  test('moves blocks by steps, over the edges of sections, and sections among themselves', () => {
    expect(shape(moveBy(plan, 'a', 1))).toBe('A:ba B:c C:')
    expect(shape(moveBy(plan, 'b', 1))).toBe('A:a B:bc C:')
    expect(shape(moveBy(plan, 'c', -1))).toBe('A:abc B: C:')
    expect(shape(moveBy(plan, 'a', -1))).toBe('A:ab B:c C:')
    expect(shape(moveBy(plan, 'B', -1))).toBe('B:c A:ab C:')
    expect(moveBy(plan, 'C', 1)).toBe(plan)
    expect(moveBy(plan, 'nobody', 1)).toBe(plan)
  })

  test('moves a block to where it is dropped, unless the section is full', () => {
    expect(shape(moveBlock(plan, 'a', 'C', 0))).toBe('A:b B:c C:a')
    expect(shape(moveBlock(plan, 'a', 'A', 1))).toBe('A:ba B:c C:')
    const full = Array.from({ length: 30 }, (_, k) => k).reduce((of, k) => addBlock(of, 'C', activity(`${k}`)), plan)
    expect(moveBlock(full, 'a', 'C', 0)).toBe(full)
  })

  test('neither loses nor doubles a block by any sequence of moves', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'A', 'B', 'C')
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, fc.constantFrom(-1 as const, 1 as const))), (moves) => {
        const moved = moves.reduce((of, [id, by]) => moveBy(of, id, by), plan)
        const all = (of: PlanContent) => of.sections.flatMap((s) => [s.id, ...s.blocks.map((b) => b.id)]).toSorted()
        expect(all(moved)).toEqual(all(plan))
      }),
      { seed: 1 },
    )
  })

  test('removes parts and adds new ones at the end', () => {
    expect(shape(remove(plan, 'A'))).toBe('B:c C:')
    expect(shape(remove(plan, 'b'))).toBe('A:a B:c C:')
    expect(shape(addSection(plan, { id: 'D', title: '', blocks: [] }))).toBe('A:ab B:c C: D:')
    expect(withBlock(plan, 'c', () => activity('x')).sections[0]).toBe(plan.sections[0])
  })

  test('gets new ids and a title that fits when it is duplicated', () => {
    let next = 0
    const copy = duplicatePlan(plan, 'x'.repeat(120), () => `new-${++next}`)
    expect(copy.title).toHaveLength(100)
    expect(new Set([...shape(copy).matchAll(/new-\d/g)].map(([id]) => id)).size).toBe(6)
  })

  test('is undone step by step, and typing in one field is one step', () => {
    const typed = (title: string) => ({ ...plan, title })
    let history = startHistory(plan)
    for (const title of ['F', 'Fl', 'Flo']) history = withChange(history, typed(title), 'title')
    history = withChange(history, moveBy(history.now, 'a', 1), null)
    history = withChange(history, typed('Later'), 'title')
    expect(history.past).toHaveLength(3)
    history = withUndo(withUndo(history))
    expect(history.now.title).toBe('Flo')
    expect(withUndo(withUndo(history)).now).toBe(plan)
  })
})
