import { Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { Icon } from '#web/ui/icon.tsx'
import { NetworkButton } from '../awards/network-button.tsx'
import { useDownload } from '../awards/use-download.ts'

/** The progress of all children as one PDF to print, a page each. */
export function PrintAll({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation()
  const { busy, downloadProgressReport } = useDownload()
  if (members.length < 2) return null
  const all = members.map((member) => member.uuid)
  return (
    <section className="card in stack" aria-labelledby="print-all">
      <h2 id="print-all" className="h3">
        {t('parent.printAll.title')}
      </h2>
      <div className="flow">
        <NetworkButton disabled={busy} onClick={() => downloadProgressReport(t('parent.printAll.file'), all)}>
          <Icon icon={Printer} />
          {t('parent.printAll.pdf')}
        </NetworkButton>
      </div>
    </section>
  )
}
