import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe } from '#web/shell/start/shell-context.ts'
import { BigLadder } from '#web/ui/rungs/big-ladder.tsx'

/** Shown to a parent without linked children: what this page will show, and how to link a child. */
export function NoChildren() {
  const { t } = useTranslation()
  const me = useMe()
  return (
    <section className="card">
      <div className="vacant">
        {/* a ladder of dashed rungs */}
        <BigLadder marks={['x', 'x', 'x', 'x']} />
        <div>
          <h2>{t('parent.none.heading')}</h2>
          <p className="dim">{t('parent.none.text')}</p>
        </div>
      </div>
      <ol className="how in rule">
        <li>
          <span>
            {t('parent.none.self')} <Link to="/account">{t('parent.none.link')}</Link>
          </span>
        </li>
        <li>{t('parent.none.ask')}</li>
        <li>{t('parent.none.say', { email: me?.email ?? '' })}</li>
        <li>{t('parent.none.then')}</li>
      </ol>
    </section>
  )
}
