import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useConnection, useLoggedIn, useShell } from '#web/shell/start/shell-context.ts'
import { askMe, meKey } from '#web/shell/start/start-up.ts'

/** Who is logged in could not be asked, and pages wait for it: says so, with the way on. The coach portal has its own words without network. */
export function UserLoadError() {
  const { t } = useTranslation()
  const shell = useShell()
  const loggedIn = useLoggedIn()
  const { online } = useConnection()
  const { data, isError, isFetching } = useQuery({
    queryKey: meKey,
    queryFn: () => askMe(shell),
    enabled: loggedIn,
  })
  const again = () => shell.queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' })
  if (!isError || data || (shell.definition.worksOffline === true && !online)) return null
  return (
    <Alert
      kind="bad"
      end={
        <Button size="small" disabled={isFetching} onClick={() => void again()}>
          <Icon of={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      }
    >
      <p role="alert">{t('shell.part.failed')}</p>
    </Alert>
  )
}
