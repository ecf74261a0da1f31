import './help.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { HeaderRow } from '#web/shell/frame/header-slots.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { Seal } from '#web/ui/rungs/seal.tsx'
import { WhomToAsk } from './whom-to-ask.tsx'

const marks = ['done', 'begun', 'open'] as const

/** What parents ask: what the marks mean, how to link a child, and whom to ask. */
export function HelpPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('parent.help')} className="help">
      <HeaderRow>
        <div className="greet">
          <h1>{t('parent.help')}</h1>
        </div>
      </HeaderRow>
      <section className="card in stack" aria-labelledby="help-marks">
        <h2 id="help-marks">{t('parent.helpPage.marks')}</h2>
        <p>{t('parent.helpPage.marksText')}</p>
        <dl>
          {marks.map((mark) => (
            <div key={mark}>
              <dt>
                <Pip mark={mark} />
                {t(`parent.helpPage.mark.${mark}.title`)}
              </dt>
              <dd>{t(`parent.helpPage.mark.${mark}.text`)}</dd>
            </div>
          ))}
          <div>
            <dt>
              <Seal size="2.5rem">1</Seal>
              {t('parent.helpPage.mark.award.title')}
            </dt>
            <dd>{t('parent.helpPage.mark.award.text')}</dd>
          </div>
        </dl>
      </section>
      <section className="card in stack" aria-labelledby="help-link">
        <h2 id="help-link">{t('parent.helpPage.link')}</h2>
        <p>{t('parent.helpPage.linkText')}</p>
        <div className="flow">
          <Link className="btn" to="/account#link">
            {t('parent.none.link')}
          </Link>
        </div>
        <p>{t('parent.helpPage.linkElse')}</p>
      </section>
      <WhomToAsk />
    </Page>
  )
}
