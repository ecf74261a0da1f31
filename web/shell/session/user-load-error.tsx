import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useConnection, useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { fetchMe, meKey } from '#web/shell/start/start-up.ts'

/**
 * Says that the user's data could not be loaded, for which every page waits, and offers to try again. The coach's
 * portal has its own message when the device is offline.
 */
export function UserLoadError() {
  const { t } = useTranslation()
  const shell = useShell()
  const loggedIn = useLoggedIn()
  const { online } = useConnection()
  const { data, isError, isFetching } = useQuery({
    queryKey: meKey,
    queryFn: () => fetchMe(shell),
    enabled: loggedIn,
  })
  const retry = () => shell.queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  if (!isError || data || (shell.definition.worksOffline === true && !online)) return null
  return (
    <Alert
      kind="bad"
      end={
        <Button size="small" disabled={isFetching} onClick={() => void retry()}>
          <Icon icon={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      }
    >
      <p role="alert">{t('shell.part.failed')}</p>
    </Alert>
  )
}
