import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Group } from '#contract/scheduling/groups.ts'
import type { Shell } from '#web/shell/start/shell-context.ts'

// the rights of the session, which can be read in a browser only
vi.resetModules()
vi.mock('#web/shell/session/use-may.ts', () => ({ useMay: () => false }))
const { ShellContext } = await import('#web/shell/start/shell-context.ts')
const { CoveredDaysAlert } = await import('./covered-days-alert.tsx')

const i18n = createInstance({ lng: 'en', resources: {} })
await i18n.init()
// only what the alert needs
const shell = { language: { language: 'en-GB' } } as unknown as Shell

test('the handover card that a covering coach opens is that of the next covered day, with the children of that day', () => {
  const html = renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <CoveredDaysAlert
            group={{ id: 'dolphins', coaches: [] as Group['coaches'] } as Group}
            covering={['2026-11-27', '2026-12-02', '2026-12-04']}
            today="2026-11-29"
          />
        </MemoryRouter>
      </I18nextProvider>
    </ShellContext>,
  )
  expect(/href="([^"]*\/handover[^"]*)"/.exec(html)?.[1]).toBe('/member-groups/dolphins/handover?date=2026-12-02')
})
