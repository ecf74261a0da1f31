import { useTranslation } from 'react-i18next'
import { StatusCircle } from '#web/ui/status-circle.tsx'
import { useConnection } from '#web/shell/start/shell-context.ts'

/** Whether the API can be reached [2.28], for portals that queue no changes on the device. */
export function OnlineIndicator() {
  const { t } = useTranslation()
  const { online } = useConnection()
  const word = t(online ? 'shell.online' : 'shell.offline')
  return <StatusCircle state={online ? 'online' : 'offline'} label={word} text={word} />
}
