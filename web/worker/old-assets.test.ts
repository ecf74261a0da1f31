import { expect, test } from 'vitest'
import { KEEP_MS, splitOldAssets } from './old-assets.ts'

const NOW = 1_800_000_000_000

// the arguments: the cached files, the files of the current build, when each old file was replaced, and the time
test('a replaced file is kept for 14 days after its replacement, however old it is', () => {
  const first = splitOldAssets(['/a', '/b'], new Set(['/b', '/c']), {}, NOW)
  expect(first).toEqual({ drop: [], replaced: { '/a': NOW } })
  const later = splitOldAssets(['/a', '/b', '/c'], new Set(['/c']), first.replaced, NOW + KEEP_MS)
  expect(later).toEqual({ drop: [], replaced: { '/a': NOW, '/b': NOW + KEEP_MS } })
  const last = splitOldAssets(['/a', '/b', '/c'], new Set(['/c']), later.replaced, NOW + KEEP_MS + 1)
  expect(last).toEqual({ drop: ['/a'], replaced: { '/b': NOW + KEEP_MS } })
})

test('a file that returns with a later build is current again and not dropped', () => {
  const returned = splitOldAssets(['/a'], new Set(['/a']), { '/a': NOW - 2 * KEEP_MS }, NOW)
  expect(returned).toEqual({ drop: [], replaced: {} })
})
