import './app-facts.css'
import { useTranslation } from 'react-i18next'
import { buildInfo } from '#web/shell/start/build-info.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { API_BASE } from '#web/shell/start/services.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'

/** What support asks for: app id, version, build date, URL and version of the API, client id [2.27]. */
export function AppFacts({ id }: { id: string }) {
  const { t } = useTranslation()
  const { definition, client, api } = useShell()
  const language = useWordLanguage()
  const facts = [
    [t('shell.help.app'), definition.userType],
    [t('shell.help.version'), buildInfo.version],
    [t('shell.help.built'), fullDate(buildInfo.built.slice(0, 10), language)],
    [t('shell.help.apiUrl'), location.origin + API_BASE],
    [t('shell.help.apiVersion'), api.apiVersion() ?? t('shell.help.unknown')],
    [t('shell.help.client'), client.id],
  ]
  return (
    <dl className="facts-of-app" id={id}>
      {facts.map(([name, value]) => [<dt key={`${name}-name`}>{name}</dt>, <dd key={`${name}-value`}>{value}</dd>])}
    </dl>
  )
}
