import { useTranslation } from 'react-i18next'
import type { ClientSettings } from '#contract/tenants/client-settings.ts'
import { LogoField } from '#web/features/upload/logo-field.tsx'
import { useLogoContrasts } from '#web/shell/frame/use-logo-contrasts.ts'
import { useUpload } from '#web/shell/frame/use-upload.ts'
import { Card } from '#web/ui/card.tsx'
import { useSaveClient } from './use-client-settings.ts'

/** Sets the client's logo, which is saved as soon as its file is uploaded, and warns where it can hardly be seen. */
export function LogoCard({ settings: { name, logo_file_id: logo, revision } }: { settings: ClientSettings }) {
  const { t } = useTranslation()
  const { busy, save } = useSaveClient()
  return (
    <Card className="in stack own-logo">
      <h2>{t('author.client.logo')}</h2>
      <p className="dim">{t('author.client.logoText')}</p>
      <LogoField
        picture={
          logo === null ? null : <img src={`/themes/logo-${logo}.png`} alt={t('upload.logo.logoOf', { name })} />
        }
        purpose="client-logo"
        // a new revision of the settings may have other colours behind the logo
        contrasts={useLogoContrasts(logo, String(revision))}
        busy={busy}
        send={useUpload('client-logo')}
        onSet={(fileId) => void save({ logo_file_id: fileId })}
      />
    </Card>
  )
}
