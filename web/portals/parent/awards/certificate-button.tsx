import { Award, Share2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import type { AwardOfChild } from './awards.ts'
import { NetworkButton } from './network-button.tsx'
import { mayShareFiles } from './share-file.ts'
import { useDownload } from './use-download.ts'

interface CertificateButtonProps {
  award: AwardOfChild
  /** Without its icon, in a column that has no room for it. */
  plain?: boolean
}

/** Downloads the certificate of an award, to be printed, and shares it where the browser can share files. */
export function CertificateButton({ award, plain = false }: CertificateButtonProps) {
  const { t } = useTranslation()
  const { busy, downloadCertificate, shareCertificate } = useDownload()
  const what = { name: award.member.firstname, level: award.title }
  return (
    <span className="certificate">
      <NetworkButton
        kind="bare"
        size="small"
        disabled={busy}
        aria-label={t('parent.certificateOf', what)}
        onClick={() => downloadCertificate(award)}
      >
        {plain ? null : <Icon icon={Award} />}
        {t('parent.certificate')}
      </NetworkButton>
      {mayShareFiles() ? (
        <NetworkButton
          kind="bare"
          size="small"
          icon
          disabled={busy}
          aria-label={t('parent.shareCertificate', what)}
          onClick={() => shareCertificate(award)}
        >
          <Icon icon={Share2} />
        </NetworkButton>
      ) : null}
    </span>
  )
}
