import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { useAct } from '#web/desk/use-act.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { languagesKey } from './use-client-words.ts'

/** Switches the languages that users may choose [7.15]; at least one stays on. */
export function LanguageSwitches({ languages }: { languages: readonly ClientLanguage[] }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const setActive = ({ language_id, language }: ClientLanguage, on: boolean) =>
    act(
      async () => {
        const updated = await api.write('PATCH', `/client-languages/${language_id}`, {
          active: on ? 1 : 0,
        })
        cacheAnswer(queries, languagesKey, updated)
      },
      () => t(on ? 'author.languages.isOn' : 'author.languages.isOff', { language: languageName(language) }),
    )
  const activeLanguages = languages.filter(({ active }) => active === 1)
  return (
    <fieldset className="language-switches">
      <legend className="sr">{t('author.languages.active')}</legend>
      {languages.map((clientLanguage) => {
        const isLastActive = activeLanguages.length === 1 && clientLanguage.active === 1
        return (
          <Switch
            key={clientLanguage.language_id}
            label={languageName(clientLanguage.language)}
            hint={isLastActive ? t('author.languages.last') : t('author.languages.own', { count: clientLanguage.own })}
            on={clientLanguage.active === 1}
            disabled={busy || isLastActive}
            onChange={(on) => void setActive(clientLanguage, on)}
          />
        )
      })}
    </fieldset>
  )
}
