import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClientLanguage } from '#contract/tenants/client-words.ts'
import { useAct } from '#web/desk/use-act.ts'
import { languageName } from '#web/shell/i18n/language.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Switch } from '#web/ui/form/switch.tsx'
import { languagesKey } from './use-client-words.ts'

/** Which languages people may choose [7.15]; the last one stays on. */
export function LanguageSwitches({ languages }: { languages: readonly ClientLanguage[] }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const turn = ({ language_id, language }: ClientLanguage, on: boolean) =>
    act(
      async () => {
        const now = await api.write<ClientLanguage[]>('PATCH', `/client-languages/${language_id}`, {
          active: on ? 1 : 0,
        })
        queries.setQueryData(languagesKey, now)
      },
      () => t(on ? 'author.languages.isOn' : 'author.languages.isOff', { language: languageName(language) }),
    )
  const on = languages.filter((one) => one.active === 1)
  return (
    <fieldset className="language-switches">
      <legend className="sr">{t('author.languages.active')}</legend>
      {languages.map((one) => {
        const last = on.length === 1 && one.active === 1
        return (
          <Switch
            key={one.language_id}
            label={languageName(one.language)}
            hint={last ? t('author.languages.last') : t('author.languages.own', { count: one.own })}
            on={one.active === 1}
            disabled={busy || last}
            onChange={(to) => void turn(one, to)}
          />
        )
      })}
    </fieldset>
  )
}
