import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { Scheme, SchemeFacts } from '#contract/curriculum/schemes.ts'
import { ShellContext, type Shell } from '#web/shell/start/shell-context.ts'
import { StateSentence } from './state-sentence.tsx'

const i18n = createInstance({
  lng: 'en',
  resources: { en: { translation: JSON.parse(readFileSync('web/portals/scheme/locales/en.json', 'utf8')) as object } },
})
await i18n.init()
// only what the sentence needs
const shell = { language: { language: 'en-GB' } } as Shell

const at = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
const facts: Partial<SchemeFacts> = { published_ts: null, changes_since: 0, changes_since_release: 0, followed: null }

/** The sentence of a scheme in words, with `[` and `]` around its links to the history. */
function sentence(scheme: Partial<Omit<Scheme, 'facts'>>, more: Partial<SchemeFacts> = {}): string {
  const whole = { slug: 'swim', own: true, ...scheme, facts: { ...facts, ...more } } as Scheme
  const html = renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <StateSentence scheme={whole} />
        </MemoryRouter>
      </I18nextProvider>
    </ShellContext>,
  )
  return html
    .replaceAll('<a href="/overview/swim/history" data-discover="true">', '[')
    .replaceAll('<a href="/sharing?view=catalogue" data-discover="true">', '[Sharing: ')
    .replaceAll('</a>', ']')
    .replaceAll(/<[^>]*>/g, '')
}
const released = { state: 'released', state_ts: at('2025-11-03') } as const

test('a draft says who sees it, and since when', () => {
  expect(sentence({ state: 'draft', state_ts: null })).toBe('Only authors see it.')
  expect(sentence({ state: 'draft', state_ts: at('2025-11-03') })).toBe('Only authors see it, since Nov 3rd 2025.')
})

test('a released scheme says how much was changed since, and leads to its history', () => {
  expect(sentence(released, { changes_since_release: 1 })).toBe('[Released Nov 3rd 2025, 1 change since]')
  // from before the time of a release was noted
  expect(sentence({ state: 'released', state_ts: null })).toBe('Coaches, parents and clubs see it.')
})

test('a released and published one says both, each with its own count', () => {
  expect(sentence(released, { changes_since_release: 3, published_ts: at('2025-09-01'), changes_since: 12 })).toBe(
    '[Released Nov 3rd 2025, 3 changes since] · [Published Sep 1st 2025, 12 changes since]',
  )
  expect(
    sentence({ state: 'retired', state_ts: at('2025-11-03') }, { published_ts: at('2025-09-01'), changes_since: 12 }),
  ).toBe('Retired Nov 3rd 2025: no new groups; those that have it go on · [Published Sep 1st 2025, 12 changes since]')
})

test('a scheme of another organisation says which of its revisions it has, and leads to their notes', () => {
  const foreign = { ...released, own: false, subscribed: true } as const
  expect(sentence(foreign, { followed: 2, changes_since_release: 1 })).toBe(
    'Released Nov 3rd 2025 · [Sharing: Follows its owner, at revision 2]',
  )
  expect(sentence({ ...foreign, subscribed: false }, { followed: 2 })).toBe(
    'Released Nov 3rd 2025 · [Sharing: No longer follows its owner, at revision 2]',
  )
})
