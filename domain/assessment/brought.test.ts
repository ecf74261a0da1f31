import { describe, expect, test } from 'vitest'
import { passedBefore } from './brought.ts'

const place = (key: string, parentId: string | null = null, schemeId = 'swim') => ({ key, schemeId, parentId })
const levels = [place('s1'), place('s2'), place('s3'), place('dive', '/other'), place('s4'), place('b1', null, 'ball')]

describe('the levels that a child brings', () => {
  test('are the last one with its day, and those before it of which nobody knows the day', () => {
    expect(passedBefore(levels, { passed: 's3', passedOn: '2026-05-12', at: null })).toEqual([
      { key: 's1', on: null },
      { key: 's2', on: null },
      { key: 's3', on: '2026-05-12' },
    ])
  })

  test('of a child who works at a level are those before it, in the same scheme and below the same node', () => {
    expect(passedBefore(levels, { passed: null, passedOn: null, at: 's4' }).map(({ key }) => key)).toEqual([
      's1',
      's2',
      's3',
    ])
    expect(passedBefore(levels, { passed: null, passedOn: null, at: 'b1' })).toEqual([])
    expect(passedBefore(levels, { passed: 's2', passedOn: null, at: 's3' }).map(({ key }) => key)).toEqual(['s1', 's2'])
  })
})
