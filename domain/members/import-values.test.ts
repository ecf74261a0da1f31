import { describe, expect, it } from 'vitest'
import { knownChoices, meaningOf, meaningsOf, memberOptions, withoutForeignChoices } from './import-values.ts'

const levels = ['Stage 1', 'Stage 2', 'Stage 12'].map((title) => ({
  value: `swim/${title}`,
  words: [title, `cy ${title}`],
}))
const { status = [] } = memberOptions([])

describe('a text that means one of few values', () => {
  it('is known by usual words in English and Welsh, whatever its case and signs', () => {
    for (const text of ['Yes', 'y', '1', 'ACTIVE', 'Ydy.', 'current', 'x', '✓', 'Aktiv', 'oui'])
      expect(meaningOf(text, status), text).toBe('active')
    for (const text of ['No', 'Left', '0', 'lapsed', 'Wedi gadael', 'nein'])
      expect(meaningOf(text, status), text).toBe('inactive')
    expect(meaningOf('On hold', status)).toBeNull()
  })

  it('may be the number of a level, and is nothing when two levels fit', () => {
    expect(meaningOf('stage 2', levels)).toBe('swim/Stage 2')
    expect(meaningOf('12', levels)).toBe('swim/Stage 12')
    expect(meaningOf('Level 2', levels)).toBe('swim/Stage 2')
    expect(meaningOf('Squad 2', levels)).toBeNull()
    expect(meaningOf('2', [...levels, { value: 'ball/2', words: ['Grade 2'] }])).toBeNull()
    expect(meaningOf('swim/Stage 1', levels)).toBe('swim/Stage 1')
  })

  it('is none where a column has only what other programs call a category', () => {
    const leave = (...texts: string[]) =>
      withoutForeignChoices(
        ['category', 'status'],
        texts.map((text) => [text, 'odd']),
        memberOptions([]),
      )
    expect(leave('Cat 2', '', 'Cat 1')).toEqual([null, 'status'])
    expect(leave('Cat 2', 'Pre School')).toEqual(['category', 'status'])
    expect(leave('', '')).toEqual(['category', 'status'])
  })

  it('that was chosen earlier is forgotten when its value is no longer there', () => {
    const choices = { status: { y: 'active', gone: 'deleted' }, member_type: { junior: 'Junior' } }
    expect(knownChoices(choices, { status })).toEqual({ status: { y: 'active' }, member_type: {} })
  })

  it('is what somebody chose, which may be nothing', () => {
    expect(meaningOf('Y', status, { y: 'inactive' })).toBe('inactive')
    const read = meaningsOf(['firstname', 'status'], { status }, { status: { 'on hold': '' } })
    expect(read(['Yes', ' On hold'])).toEqual(['Yes', ''])
    expect(read(['Yes', 'maybe'])).toEqual(['Yes', 'maybe'])
  })
})
