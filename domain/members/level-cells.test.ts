import { describe, expect, it } from 'vitest'
import { passDayIn, passedLevelIn, withLevelTitles, workingLevelIn } from './level-cells.ts'

describe('a cell of a level', () => {
  it.each([
    ['Stage 2 passed 12/3/24', 'Stage 2', '12/3/24'],
    ['Stage 3 (12 Mar 2024)', 'Stage 3', '12 Mar 2024'],
    ['Stage 1 - 21/05/2025', 'Stage 1', '21/05/2025'],
    ['Stage 4: achieved on 2025-05-21', 'Stage 4', '2025-05-21'],
    ['Stage 4 – Passed', 'Stage 4', ''],
    ['Cam 2 pasiwyd ar 3.4.2025', 'Cam 2', '3.4.2025'],
    ['Gold, March 3rd, 2025', 'Gold', 'March 3rd, 2025'],
    ['Stage 3', 'Stage 3', ''],
    ['Passed', 'Passed', ''],
    ['12/3/24', '12/3/24', ''],
  ])('that was passed may have its day and words beside it: %s', (cell, title, on) => {
    expect(passedLevelIn(cell)).toEqual({ title, on })
  })

  it.each([
    ['Working towards Stage 2', 'Stage 2'],
    ['Stage 3 (in progress)', 'Stage 3'],
    ['Yn gweithio ar Cam 2', 'Cam 2'],
    ['Stage 3', 'Stage 3'],
    ['in progress', 'in progress'],
  ])('at which a child works may say so: %s', (cell, title) => {
    expect(workingLevelIn(cell)).toBe(title)
  })

  it('below the title of a level may have words beside the day', () => {
    expect(
      ['Achieved 12/3/24', 'Pass (12 Mar 2024)', '12/3/24', 'Y - 2024-03-12', 'see 12/3/24', 'Pass'].map(passDayIn),
    ).toEqual(['12/3/24', '12 Mar 2024', '12/3/24', '2024-03-12', 'see 12/3/24', 'Pass'])
  })

  it('gives its day a column, unless the file has one', () => {
    expect(withLevelTitles([['Ann', 'Stage 2 passed 12/3/24', 'more']], ['name', 'level_passed'])).toEqual({
      columns: ['name', 'level_passed', 'level_passed_on'],
      rows: [['Ann', 'Stage 2', '12/3/24', 'more']],
    })
    const dated = ['level_passed', 'level_passed_on']
    expect(withLevelTitles([['Stage 2 passed', '12/3/24']], dated)).toEqual({
      columns: dated,
      rows: [['Stage 2', '12/3/24']],
    })
    const named = { value: 'a', words: ['Stage 2 passed'] }
    expect(withLevelTitles([['Stage 2 passed']], ['level_passed'], [named]).rows).toEqual([['Stage 2 passed']])
    expect(withLevelTitles([['Stage 2 12/3/24', '']], dated).rows).toEqual([['Stage 2 12/3/24', '']])
  })
})
