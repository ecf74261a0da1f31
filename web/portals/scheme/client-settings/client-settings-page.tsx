import '../scheme-settings/settings.css'
import './client-settings.css'
import { useTranslation } from 'react-i18next'
import { Page } from '#web/shell/frame/page.tsx'
import { Card } from '#web/ui/card.tsx'
import { FactList } from '#web/desk/side-sheet.tsx'
import { QueryResult } from '#web/portals/scheme/query-result.tsx'
import { ClubFlags } from './club-flags.tsx'
import { FactorCard } from './factor-card.tsx'
import { FlagsCard } from './flags-card.tsx'
import { LogoCard } from './logo-card.tsx'
import { ThemeCard } from './theme-card.tsx'
import { WordingCard } from './wording-card.tsx'
import { useClientSettings } from './use-client-settings.ts'

/** The settings that apply to all portals of the client. */
export function ClientSettingsPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('author.client.title')} className="schemes scheme-settings">
      <div className="head">
        <h1>{t('author.client.title')}</h1>
      </div>
      <QueryResult answer={useClientSettings()}>
        {(data) => (
          <>
            <LogoCard settings={data} />
            <WordingCard settings={data} />
            <ThemeCard key={JSON.stringify(data.theme)} settings={data} />
            <FlagsCard settings={data} />
            <ClubFlags flagsKeptOff={data.shut} />
            <FactorCard settings={data} />
            <Card className="in stack">
              <h2>{t('author.client.provider')}</h2>
              <p className="dim">{t('author.client.providerText')}</p>
              <FactList
                facts={[
                  [t('author.client.loginBy'), t(`author.client.login.${data.login}`)],
                  [t('author.client.issuer'), data.issuer],
                  [t('author.client.rosters'), data.roster_url],
                ]}
              />
            </Card>
          </>
        )}
      </QueryResult>
    </Page>
  )
}
