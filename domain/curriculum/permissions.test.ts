import { describe, expect, test } from 'vitest'
import { mayReadSection, type Reader } from './permissions.ts'

describe('content of a node', () => {
  /** The scheme's sections 1 to 3. */
  const schemeSections = new Map([
    [1, { visibility: 'all' as const }],
    [2, { visibility: 'coach' as const }],
    [3, { visibility: 'author' as const }],
  ])
  const allFeatures = { ENABLE_ALL_SKILL_FIELDS: true, ENABLE_RICH_MEDIA: true, ENABLE_NODE_TAGS: true }
  /** The scheme's sections whose content a reader may read; null is content without one, and 4 is a deleted one. */
  const readable = (reader: Reader, type: string, features: Record<string, boolean>) =>
    [null, 1, 2, 3, 4].filter((section) => mayReadSection({ type, of: section }, schemeSections, reader, features))

  test('is read by those to whom its section of the scheme is visible, and by all when it was made from none', () => {
    expect(readable('parent', 'text', allFeatures)).toEqual([null, 1])
    expect(readable('staff', 'text', allFeatures)).toEqual([null, 1, 2])
  })

  test('is read by nobody when the client’s features exclude its type', () => {
    expect(readable('staff', 'text', { ...allFeatures, ENABLE_ALL_SKILL_FIELDS: false })).toEqual([])
    expect(readable('staff', 'files', { ...allFeatures, ENABLE_RICH_MEDIA: false })).toEqual([])
    expect(readable('staff', 'tags', { ...allFeatures, ENABLE_NODE_TAGS: false })).toEqual([])
    expect(readable('parent', 'title', {})).toEqual([null, 1])
  })
})
