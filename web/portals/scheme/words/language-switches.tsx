import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { useAct } from '#web/desk/use-act.ts'
import { languageName } from '#web/shell/i18n/language.ts'
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
        const updated = await api.write<ClientLanguage[]>('PATCH', `/client-languages/${language_id}`, {
          active: on ? 1 : 0,
        })
        queries.setQueryData(languagesKey, updated)
      },
      () => t(on ? 'author.languages.isOn' : 'author.languages.isOff', { language: languageName(language) }),
    )
  const active = languages.filter((entry) => entry.active === 1)
  return (
    <fieldset className="language-switches">
      <legend className="sr">{t('author.languages.active')}</legend>
      {languages.map((entry) => {
        const isLast = active.length === 1 && entry.active === 1
        return (
          <Switch
            key={entry.language_id}
            label={languageName(entry.language)}
            hint={isLast ? t('author.languages.last') : t('author.languages.own', { count: entry.own })}
            on={entry.active === 1}
            disabled={busy || isLast}
            onChange={(on) => void setActive(entry, on)}
          />
        )
      })}
    </fieldset>
  )
}
