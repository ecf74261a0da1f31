import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PLAN_LIMITS, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import { addBlock, addSection, duplicatePlan, moveBlock, moveByOne, removePart, withBlock } from './plan-edits.ts'
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
/** The ids of a plan's sections and blocks, such as `A:ab B:c C:`. */
const shapeOf = ({ sections }: PlanContent) =>
  sections.map((section) => `${section.id}:${section.blocks.map(({ id }) => id).join('')}`).join(' ')

describe('a plan being written', () => {
  test('moves blocks by steps, over the edges of sections, and sections among themselves', () => {
    expect(shapeOf(moveByOne(plan, 'a', 1))).toBe('A:ba B:c C:')
    expect(shapeOf(moveByOne(plan, 'b', 1))).toBe('A:a B:bc C:')
    expect(shapeOf(moveByOne(plan, 'c', -1))).toBe('A:abc B: C:')
    expect(shapeOf(moveByOne(plan, 'a', -1))).toBe('A:ab B:c C:')
    expect(shapeOf(moveByOne(plan, 'B', -1))).toBe('B:c A:ab C:')
    expect(moveByOne(plan, 'C', 1)).toBe(plan)
    expect(moveByOne(plan, 'unknown', 1)).toBe(plan)
  })

  test('moves a block to where it is dropped, unless the section is full', () => {
    expect(shapeOf(moveBlock(plan, 'a', 'C', 0))).toBe('A:b B:c C:a')
    expect(shapeOf(moveBlock(plan, 'a', 'A', 1))).toBe('A:ba B:c C:')
    let full = plan
    for (let n = 0; n < PLAN_LIMITS.blocks; n++) full = addBlock(full, 'C', activity(`${n}`))
    expect(moveBlock(full, 'a', 'C', 0)).toBe(full)
  })

  test('neither loses nor doubles a block by any sequence of moves', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'A', 'B', 'C')
    fc.assert(
      fc.property(fc.array(fc.tuple(ids, fc.constantFrom(-1 as const, 1 as const))), (moves) => {
        let moved = plan
        for (const [id, offset] of moves) moved = moveByOne(moved, id, offset)
        const idsOf = ({ sections }: PlanContent) =>
          sections.flatMap((section) => [section.id, ...section.blocks.map(({ id }) => id)]).toSorted()
        expect(idsOf(moved)).toEqual(idsOf(plan))
      }),
      { seed: 1 },
    )
  })

  test('removes parts and adds new ones at the end', () => {
    expect(shapeOf(removePart(plan, 'A'))).toBe('B:c C:')
    expect(shapeOf(removePart(plan, 'b'))).toBe('A:a B:c C:')
    expect(shapeOf(addSection(plan, { id: 'D', title: '', blocks: [] }))).toBe('A:ab B:c C: D:')
    // other sections stay the same objects
    expect(withBlock(plan, 'c', () => activity('x')).sections[0]).toBe(plan.sections[0])
  })

  test('gets new ids and a title that fits when it is duplicated', () => {
    let lastId = 0
    // a title may have 100 characters
    const copy = duplicatePlan(plan, 'x'.repeat(120), () => `new-${++lastId}`)
    expect(copy.title).toHaveLength(100)
    // half of a character cannot be sent
    expect(duplicatePlan(plan, `${'x'.repeat(99)}🏊`, () => `new-${++lastId}`).title).toBe('x'.repeat(99))
    // the ids of three sections and three blocks
    expect(new Set([...shapeOf(copy).matchAll(/new-\d/g)].map(([id]) => id)).size).toBe(6)
  })

  test('is undone step by step, and typing in one field is one step', () => {
    const withTitle = (title: string) => ({ ...plan, title })
    let history = startHistory(plan)
    for (const title of ['F', 'Fl', 'Flo']) history = withChange(history, withTitle(title), 'title')
    history = withChange(history, moveByOne(history.current, 'a', 1), /* key */ null)
    history = withChange(history, withTitle('Later'), 'title')
    expect(history.past).toHaveLength(3)
    history = withUndo(withUndo(history))
    expect(history.current.title).toBe('Flo')
    expect(withUndo(withUndo(history)).current).toBe(plan)
  })
})
