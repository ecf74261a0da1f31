import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Shell } from '#web/shell/start/shell-context.ts'

// the note needs the device's store
vi.resetModules()
vi.mock('#web/portals/coach/assess/person/member-note.tsx', () => ({ MemberNote: () => null }))
const { ShellContext } = await import('#web/shell/start/shell-context.ts')
const { AlertRow } = await import('./alerts-page.tsx')
const { MemberDetail } = await import('./member-detail.tsx')

const i18n = createInstance({ lng: 'en', resources: {} })
await i18n.init()
// only what the two need
const shell = { session: { subject: () => null }, language: { language: 'en-GB' } } as unknown as Shell
const group = { id: 'dolphins' } as Group
const member = { uuid: 'nia', firstname: 'Nia', lastname: 'Rees', dob: '2018-05-05', medical: null } as CoachMember
const query = '?date=2026-11-27'

test('the lists of a group on an earlier day lead to the child on that day, so that marks are made for it', () => {
  const html = renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <AlertRow
            group={group}
            member={member}
            query={query}
            alert={{ kind: 'moving' }}
            wordsOfAlert={() => 'moves'}
          />
          <MemberDetail
            member={member}
            group={group}
            query={query}
            compiled={undefined}
            results={new Map()}
            sessions={[]}
            move={null}
            today="2026-11-28"
            onMove={() => undefined}
          />
        </MemoryRouter>
      </I18nextProvider>
    </ShellContext>,
  )
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/member-groups/dolphins/member/nia?date=2026-11-27',
    '/member-groups/dolphins/member/nia?date=2026-11-27',
  ])
})
