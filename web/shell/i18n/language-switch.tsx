import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segments } from '#web/ui/form/segments.tsx'
import { waitAtMost } from '#web/shell/start/wait-at-most.ts'
import { languageName, shortLocale, storeLanguage } from './language.ts'
import { useClubs, useMe, useShell } from '#web/shell/start/shell-context.ts'

/** How long to wait for a token in the new language; the page's own texts change without it. */
const LONGEST_WAIT_MS = 3_000
/** A page that is left is gone by then; whoever has a form that is not saved may have kept it. */
const STAYED_AFTER_MS = 3_000

/**
 * Lets the user choose a language, where another one than the page's is active [2.23]. It stores the choice, changes the language of
 * the token and reloads the page [4.3].
 */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { client, language, session, api } = useShell()
  const me = useMe()
  /** The chosen language until the page is loaded again in it. */
  const [changingTo, setChangingTo] = useState<string | null>(null)
  // a club may use fewer languages than its client, and none of them need be the page's, which was chosen before login
  const clubLanguages = useClubs().find((club) => club.id === me?.club?.id)?.languages
  const active = (clubLanguages ?? client.languages).filter((each) => each.active === 1)
  if (active.every((each) => each.language === language.language)) return null

  async function choose(locale: string): Promise<void> {
    const chosen = active.find((each) => each.language === locale)
    if (!chosen || changingTo !== null || locale === language.language) return
    setChangingTo(locale)
    storeLanguage(locale)
    const refreshToken = session.refresh()
    // offline the page changes its language all the same, and the token keeps the old language until the next choice
    if (refreshToken !== null)
      await waitAtMost(LONGEST_WAIT_MS, api.changeLanguage(refreshToken, chosen.language_id).then(session.store))
    location.reload()
    setTimeout(() => setChangingTo(null), STAYED_AFTER_MS)
  }

  return (
    <Segments
      label={t('shell.language')}
      value={changingTo ?? language.language}
      options={active.map((each) => ({
        value: each.language,
        label: languageName(each.language),
        lang: shortLocale(each.language),
      }))}
      onChange={(locale) => void choose(locale)}
    />
  )
}
