import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { ShellContext, type Shell } from '#web/shell/start/shell-context.ts'
import { HistoryRow } from './history-row.tsx'
import type { HistoryEntry } from './mark-history.ts'

const i18n = createInstance({
  lng: 'en',
  resources: {
    en: { translation: JSON.parse(readFileSync('web/portals/coach/locales/later/en.json', 'utf8')) as object },
  },
})
await i18n.init()
// only what the row needs
const shell = { language: { language: 'en-GB' } } as Shell

/** When the mark was made, as the row says it: it was made on the day for which it counts. */
function madeWords(timeZone: string): string {
  const entry: HistoryEntry = {
    key: 'op',
    schemeSlug: 'swim',
    nodeId: '/stage-1/float',
    title: 'Float',
    goneKind: null,
    grade: 3,
    pass: 3,
    date: '2026-11-28',
    ts: Date.parse(timeZone === 'Pacific/Auckland' ? '2026-11-27T12:30Z' : '2026-11-29T09:30Z') / 1000,
    authorUuid: 'anna',
    author: 'Anna',
    state: 'stored',
    counts: false,
    before: null,
  }
  const html = renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <HistoryRow
          entry={entry}
          compiled={undefined}
          byCurrentUser
          today="2026-11-28"
          timeZone={timeZone}
          onTakeBack={() => undefined}
        />
      </I18nextProvider>
    </ShellContext>,
  )
  return /<span class="small dim">([^<]*)/.exec(html)?.[1] ?? ''
}

test('a mark was made on the day and at the time of the club, wherever the tablet is', () => {
  // the two clubs are more than a day apart, so the clock of the tablet is right for one of them at most
  expect(madeWords('Pacific/Auckland')).toBe(i18n.t('coach.history.byYou', { when: '01:30' }))
  expect(madeWords('Pacific/Pago_Pago')).toBe(i18n.t('coach.history.byYou', { when: '22:30' }))
})
