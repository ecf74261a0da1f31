import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Question } from '#web/ui/dialog.tsx'

/** For a dialog with a form: `leave` closes it, after a question where something typed would be lost. */
export function useLeaving(unsaved: boolean, onClose: () => void): { leave: () => void; question: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const stay = () => setAsked(false)
  const close = () => {
    stay()
    onClose()
  }
  return {
    leave: unsaved ? () => setAsked(true) : onClose,
    question: (
      <Question
        open={asked}
        onClose={stay}
        title={t('shell.leaving.title')}
        footer={
          <>
            <Button onClick={close}>{t('shell.leaving.leave')}</Button>
            <Button kind="main" onClick={stay}>
              {t('shell.leaving.stay')}
            </Button>
          </>
        }
      >
        <p>{t('shell.leaving.text')}</p>
      </Question>
    ),
  }
}
