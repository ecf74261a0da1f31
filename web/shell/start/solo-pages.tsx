import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BigLadder } from '#web/ui/rungs/big-ladder.tsx'
import { Brand } from '#web/ui/brand.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useShell } from './shell-context.ts'

/** [2.10]: offers a return to home. */
export function ErrorPage() {
  const { t } = useTranslation()
  const { definition } = useShell()
  return (
    <Page title={t('shell.error.title')} className="solo">
      <BigLadder marks={['d', 'x', 'd', 'd']} />
      <h1>{t('shell.error.heading')}</h1>
      <p>{t('shell.error.text')}</p>
      <Link className="btn main" to={definition.home}>
        {t('shell.error.home')}
      </Link>
    </Page>
  )
}

/** For what should never happen while a page is drawn. */
export function BrokenPage() {
  const { t } = useTranslation()
  return (
    <main className="solo">
      <BigLadder marks={['d', 'x', 'd', 'd']} />
      <h1>{t('shell.broken.heading')}</h1>
      <p>{t('shell.broken.text')}</p>
      <Button kind="main" onClick={() => location.reload()}>
        <Icon of={RefreshCw} />
        {t('shell.broken.again')}
      </Button>
    </main>
  )
}

/** [2.49]; the connection asks again by itself each minute. */
export function MaintenancePage({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation()
  const { client, connection } = useShell()
  const { maintenance } = useConnection()
  const heading = maintenance?.title ?? t('shell.maintenance.heading')
  useEffect(() => {
    document.title = `${heading} · ${client.name}`
  }, [heading, client.name])
  return (
    <>
      <header className="plain-top">
        <Brand name={client.name} logo={client.logo_url} />
      </header>
      <main className="solo">
        <BigLadder marks={['d', 'd', 'x', 'd', 'd']} />
        <h1>{heading}</h1>
        <p>{maintenance?.description ?? t('shell.maintenance.text')}</p>
        <Button kind="main" onClick={() => void connection.checkNow()}>
          <Icon of={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
        {onLeave ? <Button onClick={onLeave}>{t('shell.maintenance.leave')}</Button> : null}
        <p className="small">{t('shell.maintenance.byItself')}</p>
      </main>
    </>
  )
}

/** Before any tenant is known: the host is nobody's [8.14], or nobody answers. */
export function NoTenantPage({ why }: { why: 'unknown-host' | 'unreachable' }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = t(`shell.${why}.heading`)
  }, [t, why])
  return (
    <main className="solo">
      <BigLadder marks={['x', 'x', 'x', 'x']} />
      <h1>{t(`shell.${why}.heading`)}</h1>
      <p>{t(`shell.${why}.text`, { host: location.hostname })}</p>
      {why !== 'unknown-host' ? (
        <Button kind="main" onClick={() => location.reload()}>
          <Icon of={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      ) : null}
    </main>
  )
}
