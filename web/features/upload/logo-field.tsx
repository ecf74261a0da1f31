import './logo-field.css'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { LogoContrast } from '#contract/platform/files.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UploadField, type Send } from './upload-field.tsx'

interface LogoFieldProps {
  /** The present logo; null when there is none. */
  picture: ReactNode | null
  purpose: 'client-logo' | 'club-logo'
  /** Whether the present logo can be seen on each of the colours behind it. */
  contrasts: readonly LogoContrast[]
  busy: boolean
  send: Send
  /** Saves the new logo, or removes it for null. `message` is shown afterwards. */
  onSet: (fileId: string | null, message: string) => void
}

/** Shows, replaces and removes the logo of a client or a club, and warns when it is hardly visible. */
export function LogoField({ picture, purpose, contrasts, busy, send, onSet }: LogoFieldProps) {
  const { t } = useTranslation()
  const invisible = picture === null ? [] : contrasts.filter(({ seen }) => !seen)
  return (
    <section className="logo">
      <div className="frame">{picture ?? <span className="small dim">{t('upload.logo.noLogo')}</span>}</div>
      <div className="grow">
        <div aria-live="polite">
          {invisible.length === 0 ? null : (
            <Alert kind="begun">
              {invisible.map(({ mode }) => (
                <p key={mode}>{t(`upload.logo.lowContrast.${purpose}.${mode}`)}</p>
              ))}
              <p>{t('upload.logo.lowContrast.advice')}</p>
            </Alert>
          )}
        </div>
        <UploadField
          label={t('upload.logo.logo')}
          purpose={purpose}
          current={null}
          send={send}
          onStored={(file) => onSet(file.id, t('upload.logo.logoSaved'))}
        />
        {picture === null ? null : (
          <Button kind="bare" size="small" disabled={busy} onClick={() => onSet(null, t('upload.logo.logoGone'))}>
            <Icon icon={Trash2} />
            {t('upload.logo.removeLogo')}
          </Button>
        )}
      </div>
    </section>
  )
}
