import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SearchRule } from '#domain/platform/search.ts'
import { searchAfterPause } from './search-after-pause.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A search box: each call of `type` replaces its text, and `applied` lists the searches that it applied. */
function box(rule: SearchRule) {
  const applied: string[] = []
  let stop = () => {}
  const type = (text: string) => {
    stop()
    stop = searchAfterPause(rule, text, (term) => applied.push(term))
  }
  return { type, applied }
}

describe('a search', () => {
  test('is applied 500 ms after the last key and not a moment earlier [9.1]', () => {
    const { type, applied } = box('special')
    type('Do')
    vi.advanceTimersByTime(499)
    expect(applied).toEqual([])
    vi.advanceTimersByTime(1)
    expect(applied).toEqual(['Do'])
    vi.advanceTimersByTime(10_000)
    expect(applied).toEqual(['Do'])
  })

  test('waits again after each key, and only the last text is applied', () => {
    const { type, applied } = box('special')
    for (const text of ['Do', 'Dol', 'Dolp']) {
      type(text)
      vi.advanceTimersByTime(499)
    }
    expect(applied).toEqual([])
    vi.advanceTimersByTime(1)
    expect(applied).toEqual(['Dolp'])
  })

  test('of one character, or with a character that is not allowed, is not applied, nor is the text before it', () => {
    for (const refused of ['D', 'Do%']) {
      const { type, applied } = box('special')
      type('Do')
      vi.advanceTimersByTime(300)
      type(refused)
      vi.advanceTimersByTime(10_000)
      expect(applied).toEqual([])
    }
  })

  test('that is emptied is applied after the same pause', () => {
    const { type, applied } = box('group')
    type('')
    vi.advanceTimersByTime(499)
    expect(applied).toEqual([])
    vi.advanceTimersByTime(1)
    expect(applied).toEqual([''])
  })
})
