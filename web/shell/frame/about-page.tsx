import { useTranslation } from 'react-i18next'
import { AppFacts } from './app-facts.tsx'
import { reopenConsent } from '#web/shell/notices/consent.ts'
import { HeaderRow } from './header-slots.tsx'
import { Page } from './page.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'

/** Says what Rungs is and what its marks mean, with the facts for support [2.5]. */
export function AboutPage() {
  const { t } = useTranslation()
  const { client } = useShell()
  return (
    <Page title={t('shell.about.title')}>
      <HeaderRow>
        <div className="greet">
          <h1>{t('shell.about.heading')}</h1>
        </div>
      </HeaderRow>
      <section className="card in stack about">
        <p>{t('shell.about.text', { name: client.name })}</p>
        <div className="flow">
          <Pip mark="done" />
          <Pip mark="begun" />
          <Pip mark="open" />
        </div>
        <p>{t('shell.about.mark')}</p>
      </section>
      <section className="card in stack about">
        <h2>{t('shell.about.facts')}</h2>
        <AppFacts id="about-facts" />
        <div className="flow">
          <Button size="small" onClick={reopenConsent}>
            {t('shell.cookies.link')}
          </Button>
        </div>
      </section>
    </Page>
  )
}
