import { Award } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { AwardOfChild } from './awards.ts'
import { useDownload } from './use-download.ts'

/** Downloads the certificate of an award, to be printed. */
export function CertificateButton({ award }: { award: AwardOfChild }) {
  const { t } = useTranslation()
  const { ready, downloadCertificate } = useDownload()
  return (
    <Button
      kind="bare"
      size="small"
      disabled={!ready}
      aria-label={t('parent.certificateOf', { name: award.member.firstname, level: award.title })}
      onClick={() => downloadCertificate(award)}
    >
      <Icon icon={Award} />
      {t('parent.certificate')}
    </Button>
  )
}
