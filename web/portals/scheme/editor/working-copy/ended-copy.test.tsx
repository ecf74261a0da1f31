import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { ShellContext, type Shell } from '#web/shell/start/shell-context.ts'
import { EndedCopy } from './ended-copy.tsx'

const i18n = createInstance({
  lng: 'en',
  resources: {
    en: { translation: JSON.parse(readFileSync('web/portals/scheme/locales/later/en.json', 'utf8')) as object },
  },
})
await i18n.init()
// only what the page needs
const shell = { language: { language: 'en-GB' } } as Shell

const ts = Date.parse('2025-11-03T12:00:00Z') / 1000
const released = { id: 'first', released: true, by: 'Nia Rees', ts }
const second = { id: 'second', begun_by: 'Greta Lind', begun_ts: ts + 86_400, changes: 2 }

/** The words of the page for an author who had this copy open. */
const words = (copy: string | null, state: WorkingCopyState) =>
  renderToStaticMarkup(
    <ShellContext value={shell}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <EndedCopy slug="swim" copy={copy} state={state} onOpen={() => undefined} />
        </MemoryRouter>
      </I18nextProvider>
    </ShellContext>,
  ).replaceAll(/<[^>]*>/g, ' ')

test('says what became of the copy that was open', () => {
  const text = words('first', { copy: null, ended: released })
  expect(text).toContain('Nia Rees released the working copy Nov 3rd 2025.')
  expect(text).not.toContain('new')
})

test('says so, and offers the new copy, when the scheme has one already', () => {
  const text = words('first', { copy: second, ended: released })
  expect(text).toContain('Nia Rees released the working copy Nov 3rd 2025.')
  expect(text).toContain('Greta Lind started a new one Nov 4th 2025.')
  expect(text).toContain('Open the new working copy')
})

test('does not say of the copy that was open what became of a later one', () => {
  const text = words('earlier', { copy: null, ended: released })
  expect(text).toContain('The working copy that was open here no longer exists.')
  expect(text).not.toContain('released')
})

test('says that there is none to an author who had none open', () => {
  expect(words(null, { copy: null, ended: null })).toContain('This scheme has no working copy.')
})
