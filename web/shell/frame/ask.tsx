import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'

export interface AskProps {
  open: boolean
  /** How the confirming button looks: `risk` for what destroys something, `main` for what is usually wanted. */
  kind?: 'risk' | 'main'
  title: string
  yes: string
  busy: boolean
  onClose: () => void
  onYes: () => void
  children: ReactNode
}

/** A dialog that names the consequence of an action and asks the user to confirm or cancel it. */
export function Ask({ open, kind = 'risk', title, yes, busy, onClose, onYes, children }: AskProps) {
  const { t } = useTranslation()
  return (
    <Question
      open={open}
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t('desk.cancel')}</Button>
          <Button kind={kind} disabled={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Question>
  )
}
