import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const LOCALES = ['en-GB', 'cy-GB']
/** The languages of a client or club, of which these are active. */
const languages = (active: readonly string[]) =>
  LOCALES.map((language, index) => ({ language_id: index + 1, language, active: active.includes(language) ? 1 : 0 }))

/** The language of the page, and the languages of the user's club. */
const shown = { page: '', ofClub: languages([]) }

vi.resetModules()
vi.mock('#web/shell/start/shell-context.ts', () => ({
  useShell: () => ({ client: { languages: languages(LOCALES) }, language: { language: shown.page } }),
  useMe: () => ({ club: { id: 'harbour' } }),
  useClubs: () => [{ id: 'harbour', languages: shown.ofClub }],
}))
const { LanguageSwitch } = await import('./language-switch.tsx')

/** The choices on a page in this language, for a user of a club that uses these. */
function choices(page: string, ofClub: readonly string[]): string[] {
  Object.assign(shown, { page, ofClub: languages(ofClub) })
  const html = renderToStaticMarkup(<LanguageSwitch />)
  return [...html.matchAll(/>([^<]+)<\/button>/g)].map(([, name = '']) => name)
}

test('a club that uses one language offers it where the page is in another one [2.23]', () => {
  expect(choices('en-GB', LOCALES)).toEqual(['English', 'Cymraeg'])
  expect([choices('en-GB', ['en-GB']), choices('cy-GB', ['cy-GB'])]).toEqual([[], []])
  expect([choices('en-GB', ['cy-GB']), choices('cy-GB', ['en-GB'])]).toEqual([['Cymraeg'], ['English']])
})
