import './parent.css'
import './sheets.css'
import './paper.css'
import { useTranslation } from 'react-i18next'
import { EndSessions } from '#web/shell/end-sessions.tsx'
import { HeaderRow } from '#web/shell/header-slots.tsx'
import { Page } from '#web/shell/page.tsx'
import { useMe } from '#web/shell/shell-context.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useFamily } from './use-family.ts'

/** [2.6]: what is known of the account; nothing here can be changed yet, so nothing looks as if it could. */
export function AccountPage() {
  const { t } = useTranslation()
  const me = useMe()
  const family = useFamily()
  return (
    <Page title={t('parent.account.title')}>
      <HeaderRow>
        <div className="greet">
          <h1>{t('parent.account.title')}</h1>
        </div>
      </HeaderRow>
      <section className="card in">
        {me ? (
          <dl className="account">
            <dt>{t('parent.account.name')}</dt>
            <dd>
              {me.firstname} {me.lastname}
            </dd>
            <dt>{t('parent.account.email')}</dt>
            <dd>{me.email ?? t('parent.account.noEmail')}</dd>
          </dl>
        ) : (
          <Skeleton height="4rem" />
        )}
        <p className="small dim">{t('parent.account.change')}</p>
      </section>
      <section className="card" aria-labelledby="linked">
        <h2 id="linked" className="in">
          {t('parent.account.children')}
        </h2>
        {family.state === 'ready' ? (
          <ul className="rows linked">
            {family.family.members.map((member) => (
              <li key={member.uuid}>
                <Avatar firstname={member.firstname} lastname={member.lastname} />
                <span>
                  <span className="mid">
                    {member.firstname} {member.lastname}
                  </span>
                  <br />
                  <span className="small dim">{(member.owners ?? []).map((club) => club.name).join(', ')}</span>
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <div className="in">
            {family.state === 'failed' ? <p>{t('parent.failed')}</p> : <Skeleton height="3rem" />}
          </div>
        )}
        {family.state === 'ready' && family.family.members.length === 0 ? (
          <p className="in dim">{t('parent.account.none')}</p>
        ) : null}
      </section>
      <EndSessions />
    </Page>
  )
}
