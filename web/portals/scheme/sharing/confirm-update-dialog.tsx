import { useTranslation } from 'react-i18next'
import type { UpdateImpact } from '#contract/curriculum/sharing.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { ImpactTables, useImpactText } from '../editor/impact-tables.tsx'

interface ConfirmUpdateDialogProps {
  impact: UpdateImpact
  onClose: () => void
  onAccept: () => void
}

/** Asks the author to confirm an update of a linked node that would change members' levels. */
export function ConfirmUpdateDialog({ impact, onClose, onAccept }: ConfirmUpdateDialogProps) {
  const { t } = useTranslation()
  const titleOf = (id: string) => impact.titles[id] ?? id
  const { title, where } = useImpactText(titleOf)(impact)
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      closeLabel={t('shell.close')}
      footer={
        <>
          <Button onClick={onClose}>{t('author.inbox.notYet')}</Button>
          <Button kind="main" onClick={onAccept}>
            {t('author.inbox.acceptAll')}
          </Button>
        </>
      }
    >
      <p className="dim">{where}</p>
      <ImpactTables impact={impact} titleOf={titleOf} />
    </Dialog>
  )
}
