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

/** The page for unknown paths, with a link home [2.10]. */
export function ErrorPage() {
  const { t } = useTranslation()
  const { definition } = useShell()
  return (
    <Page title={t('shell.error.title')} className="solo">
      <BigLadder marks={['done', 'x', 'done', 'done']} />
      <h1>{t('shell.error.heading')}</h1>
      <p>{t('shell.error.text')}</p>
      <Link className="btn main" to={definition.home}>
        {t('shell.error.home')}
      </Link>
    </Page>
  )
}

/** Shown by the error boundary when rendering a page has thrown. */
export function BrokenPage() {
  const { t } = useTranslation()
  return (
    <main className="solo">
      <BigLadder marks={['done', 'x', 'done', 'done']} />
      <h1>{t('shell.broken.heading')}</h1>
      <p>{t('shell.broken.text')}</p>
      <Button kind="main" onClick={() => location.reload()}>
        <Icon icon={RefreshCw} />
        {t('shell.broken.again')}
      </Button>
    </main>
  )
}

/** Shown during maintenance [2.49]; the connection checks every minute whether it is over. */
export function MaintenancePage({ onLeave }: { onLeave?: () => void }) {
  const { t } = useTranslation()
  const { client, connection } = useShell()
  const { maintenance } = useConnection()
  const heading = maintenance?.title ?? t('shell.maintenance.heading')
  useEffect(() => {
    const titleBefore = document.title
    document.title = `${heading} · ${client.name}`
    // the title of the page below it
    return () => {
      document.title = titleBefore
    }
  }, [heading, client.name])
  return (
    <>
      <header className="plain-top">
        <Brand name={client.name} logo={client.logo_url} />
      </header>
      <main className="solo">
        <BigLadder marks={['done', 'done', 'x', 'done', 'done']} />
        <h1 id="maintenance-heading">{heading}</h1>
        <p>{maintenance?.description ?? t('shell.maintenance.text')}</p>
        <Button kind="main" onClick={() => void connection.checkNow()}>
          <Icon icon={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
        {onLeave ? <Button onClick={onLeave}>{t('shell.maintenance.leave')}</Button> : null}
        <p className="small">{t('shell.maintenance.byItself')}</p>
      </main>
    </>
  )
}

/** Shown when the tenant cannot be loaded: no tenant has this host [8.14], or the server cannot be reached. */
export function NoTenantPage({ reason }: { reason: 'unknown-host' | 'unreachable' }) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = t(`shell.${reason}.heading`)
  }, [t, reason])
  return (
    <main className="solo">
      <BigLadder marks={['x', 'x', 'x', 'x']} />
      <h1>{t(`shell.${reason}.heading`)}</h1>
      <p>{t(`shell.${reason}.text`, { host: location.hostname })}</p>
      {reason !== 'unknown-host' ? (
        <Button kind="main" onClick={() => location.reload()}>
          <Icon icon={RefreshCw} />
          {t('shell.maintenance.again')}
        </Button>
      ) : null}
    </main>
  )
}
