import { describe, expect, test } from 'vitest'
import { mayReadSection, type Reader } from './permissions.ts'

describe('a section of a node', () => {
  /** The scheme's sections 1 to 3. */
  const schemeSections = new Map([
    [1, { visibility: 'all' as const }],
    [2, { visibility: 'coach' as const }],
    [3, { visibility: 'author' as const }],
  ])
  const allFeatures = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_RICH_MEDIA: true, ENABLE_NODE_TAGS: true }
  /**
   * Which of these a reader may read: content without a section (null), of sections 1 to 3, and of a deleted one (4).
   */
  const readable = (reader: Reader, type: string, features: Record<string, boolean>) =>
    [null, 1, 2, 3, 4].filter((of) => mayReadSection({ type, of }, schemeSections, reader, features))

  test('is read by those to whom the scheme’s section is visible, and by all without such a section', () => {
    expect(readable('parent', 'text', allFeatures)).toEqual([null, 1, 4])
    expect(readable('staff', 'text', allFeatures)).toEqual([null, 1, 2, 4])
  })

  test('is read by nobody when the client’s features exclude its type', () => {
    expect(readable('staff', 'text', { ...allFeatures, ENABLE_ALL_SKILL_FIELDS: false })).toEqual([])
    expect(readable('staff', 'files', { ...allFeatures, ENABLE_RICH_MEDIA: false })).toEqual([])
    expect(readable('staff', 'tags', { ...allFeatures, ENABLE_NODE_TAGS: false })).toEqual([])
    expect(readable('parent', 'title', {})).toEqual([null, 1, 4])
  })
})
