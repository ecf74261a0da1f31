import { describe, expect, test } from 'vitest'
import { mayReadSection, type Reader } from './permissions.ts'

describe('a section of a node', () => {
  const made = new Map([
    [1, { visibility: 'all' as const }],
    [2, { visibility: 'coach' as const }],
    [3, { visibility: 'author' as const }],
  ])
  const all = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_RICH_MEDIA: true, ENABLE_NODE_TAGS: true }
  const given = (reader: Reader, type: string, features: Record<string, boolean>) =>
    [null, 1, 2, 3, 4].filter((of) => mayReadSection({ type, of }, made, reader, features))

  test('is read by those to whom the scheme’s section is visible, and by all without such a section', () => {
    expect(given('parent', 'text', all)).toEqual([null, 1, 4])
    expect(given('staff', 'text', all)).toEqual([null, 1, 2, 4])
  })

  test('is read by nobody when the client’s features exclude its type', () => {
    expect(given('staff', 'text', { ...all, ENABLE_ALL_SKILL_FIELDS: false })).toEqual([])
    expect(given('staff', 'files', { ...all, ENABLE_RICH_MEDIA: false })).toEqual([])
    expect(given('staff', 'tags', { ...all, ENABLE_NODE_TAGS: false })).toEqual([])
    expect(given('parent', 'title', {})).toEqual([null, 1, 4])
  })
})
