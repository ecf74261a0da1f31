import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'

/**
 * For a dialog with a form: `leave` closes it, after a question where something typed would be lost. The browser's way
 * back asks too, where the browser lets a page answer it, and so does a page that is closed.
 */
export function useLeaving(unsaved: boolean, onClose: () => void): { leave: () => void; question: ReactNode } {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const stay = () => setAsked(false)
  useEffect(() => {
    if (!unsaved) return undefined
    const closing = (event: BeforeUnloadEvent) => event.preventDefault()
    const back = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      setAsked(true)
    }
    const ways: Navigation | undefined = globalThis.navigation
    window.addEventListener('beforeunload', closing)
    ways?.addEventListener('navigate', back)
    return () => {
      window.removeEventListener('beforeunload', closing)
      ways?.removeEventListener('navigate', back)
    }
  }, [unsaved])
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
