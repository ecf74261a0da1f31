import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Conflict } from '#contract/assessment/sync.ts'
import { ConflictLink } from './conflict-link.tsx'

test('a conflict is shown at its member’s skill, but not at a skill of the same id in another scheme', () => {
  const conflict = { memberUuid: 'nia', schemeSlug: 'swim', nodeId: '/stage-1/float' } as Conflict
  const linksAt = (memberUuid: string, schemeSlug: string, nodeId: string) =>
    renderToStaticMarkup(
      <MemoryRouter>
        <ConflictLink conflicts={[conflict]} memberUuid={memberUuid} schemeSlug={schemeSlug} nodeId={nodeId} />
      </MemoryRouter>,
    ).split('<a').length - 1
  expect(linksAt('nia', 'swim', '/stage-1/float')).toBe(1)
  expect(linksAt('nia', 'dive', '/stage-1/float')).toBe(0)
  expect(linksAt('nia', 'swim', '/stage-1/glide')).toBe(0)
  expect(linksAt('owen', 'swim', '/stage-1/float')).toBe(0)
})
