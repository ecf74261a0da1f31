import '../curriculum/sheets.css'
import './account.css'
import { useTranslation } from 'react-i18next'
import { HeaderRow } from '#web/shell/frame/header-slots.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { useConnection, useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DataCard } from './data-card.tsx'
import { LinkForm } from './link-form.tsx'
import { LinkedChildren } from './linked-children.tsx'
import { MailPreferences } from './mail-preferences.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** The account page [2.6]: the user's details, linked children, mail preferences, password, devices and data. */
export function AccountPage() {
  const { t } = useTranslation()
  const { client } = useShell()
  const { online } = useConnection()
  const me = useMe()
  /** Whether parents log in here and not at a provider, which would have their password. */
  const hasPassword = client.login === 'email' || client.login === 'username'
  return (
    <Page title={t('parent.account.title')} className="acc">
      <HeaderRow>
        <div className="greet">
          <h1>{t('parent.account.title')}</h1>
        </div>
      </HeaderRow>
      {online ? null : (
        <Alert>
          <p>{t('parent.account.offline')}</p>
        </Alert>
      )}
      <section className="card in" aria-label={t('parent.account.details')}>
        {me ? (
          <div className="who">
            <Avatar firstname={me.firstname} lastname={me.lastname} />
            <div>
              <p className="h3">
                {me.firstname} {me.lastname}
              </p>
              <p className="small dim">{me.email ?? t('parent.account.noEmail')}</p>
            </div>
          </div>
        ) : (
          <Skeleton height="3rem" />
        )}
        <p className="small dim">{t('parent.account.change')}</p>
      </section>
      <LinkedChildren />
      <LinkForm />
      <MailPreferences />
      {hasPassword ? <PasswordCard /> : null}
      <SessionsCard />
      <DataCard />
    </Page>
  )
}
