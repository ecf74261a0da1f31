import { FileDown, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useDownload } from '../awards/use-download.ts'

/** Prints or downloads the progress of all children, a page each. */
export function PrintAll({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation()
  const { ready, downloadProgressReport } = useDownload()
  if (members.length < 2) return null
  return (
    <section className="card in stack" aria-labelledby="print-all">
      <h2 id="print-all" className="h3">
        {t('parent.printAll.title')}
      </h2>
      <div className="flow">
        <Button onClick={() => window.print()}>
          <Icon icon={Printer} />
          {t('parent.printAll.print')}
        </Button>
        <Button
          disabled={!ready}
          onClick={() =>
            downloadProgressReport(
              t('parent.printAll.file'),
              members.map((member) => member.uuid),
            )
          }
        >
          <Icon icon={FileDown} />
          {t('parent.printAll.pdf')}
        </Button>
      </div>
    </section>
  )
}
