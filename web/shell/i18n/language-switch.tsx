import { useTranslation } from 'react-i18next'
import { Segments } from '#web/ui/form/segments.tsx'
import { atMost } from '#web/shell/start/at-most.ts'
import { languageName, shortLocale, storeLanguage } from './language.ts'
import { useClubs, useMe, useShell } from '#web/shell/start/shell-context.ts'

/** The token's language is the lesser thing: a network that hangs does not keep the words back. */
const LONGEST_WAIT_MS = 3_000

/** Only where more than one language is active [2.23]. Stores the choice, changes the token's language and loads the page again [4.3]. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  const { client, language, session, api } = useShell()
  const me = useMe()
  // of the client's languages a club may use fewer
  const ofClub = useClubs().find((club) => club.id === me?.club?.id)?.languages
  const active = (ofClub ?? client.languages).filter((one) => one.active === 1)
  if (active.length < 2) return null

  async function choose(locale: string): Promise<void> {
    const chosen = active.find((one) => one.language === locale)
    if (!chosen || locale === language.language) return
    storeLanguage(locale)
    const refresh = session.refresh()
    // offline the words change all the same; the token follows at the next choice
    if (refresh !== null)
      await atMost(LONGEST_WAIT_MS, api.changeLanguage(refresh, chosen.language_id).then(session.store))
    location.reload()
  }

  return (
    <Segments
      label={t('shell.language')}
      value={language.language}
      options={active.map((one) => ({
        value: one.language,
        label: languageName(one.language),
        lang: shortLocale(one.language),
      }))}
      onChange={(locale) => void choose(locale)}
    />
  )
}
