import { Link2, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Icon } from '#web/ui/icon.tsx'
import { BigLadder } from '#web/ui/rungs/big-ladder.tsx'

/** Shown to a parent without linked children: what this page will show, and the two ways to link a child. */
export function NoChildren() {
  const { t } = useTranslation()
  const { client } = useShell()
  const me = useMe()
  const email = me?.email ?? ''
  // without an address, because the product does not know which club; the parent's mail program asks for it
  const letter = new URLSearchParams({
    subject: t('parent.none.letterSubject', { client: client.name }),
    body: t('parent.none.letter', { name: `${me?.firstname ?? ''} ${me?.lastname ?? ''}`, email }),
  })
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
      <div className="ways">
        <section className="stack" aria-labelledby="way-card">
          <h3 id="way-card">{t('parent.none.card')}</h3>
          <p>{t('parent.none.cardText')}</p>
          <Link className="btn main" to="/account#link">
            <Icon icon={Link2} />
            {t('parent.none.link')}
          </Link>
        </section>
        <section className="stack" aria-labelledby="way-club">
          <h3 id="way-club">{t('parent.none.club')}</h3>
          <p>{t('parent.none.clubText', { email })}</p>
          {/* mail programs read a + as a plus sign, not as a blank */}
          <a className="btn" href={`mailto:?${letter.toString().replaceAll('+', '%20')}`}>
            <Icon icon={Mail} />
            {t('parent.none.write')}
          </a>
        </section>
      </div>
    </section>
  )
}
