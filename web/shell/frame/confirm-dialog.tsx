import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'

export interface ConfirmDialogProps {
  open: boolean
  /** How the confirming button looks: `risk` for what destroys something, `main` for what is usually wanted. */
  kind?: 'risk' | 'main'
  title: string
  confirmLabel: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
  children: ReactNode
}

/** A dialog that names the consequence of an action and asks the user to confirm or cancel it. */
export function ConfirmDialog({
  open,
  kind = 'risk',
  title,
  confirmLabel,
  busy,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  return (
    <Question
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('desk.cancel')}</Button>
          <Button kind={kind} disabled={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Question>
  )
}
