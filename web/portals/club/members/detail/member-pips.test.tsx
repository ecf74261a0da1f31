import { readFileSync } from 'node:fs'
import { createInstance } from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { expect, test } from 'vitest'
import { compileOnce } from '#web/features/progress-view/member-progress.ts'
import { levelNode, swimming } from '#web/features/progress-view/testing/curriculum.ts'
import { MemberPips } from './member-pips.tsx'

const i18n = createInstance({
  lng: 'en',
  resources: { en: { translation: JSON.parse(readFileSync('web/locales/en.json', 'utf8')) as object } },
})
await i18n.init()

const curriculum = swimming([levelNode('/l', ['s'])])

/** What is shown of a member with this grade in the only skill of the level. */
const shown = (grade: number) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MemberPips
        member={{ current_remote_node_id: null, scores: { swim: { '/l/s': { grade, pass: 3, ts: 1, since: null } } } }}
        schemes={new Map([['swim', compileOnce(curriculum)]])}
      />
    </I18nextProvider>,
  )

test('a complete level is said in the colour of what is done, an open one in that of the text', () => {
  expect(shown(3)).toContain('<span class="word done">Level complete</span>')
  expect(shown(1)).toContain('<span>1 skill to go</span>')
})
