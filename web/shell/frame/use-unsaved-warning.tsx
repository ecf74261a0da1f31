import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'

/**
 * Protects a form's unsaved text in a dialog: `leave` closes the dialog, after a question when something would be lost.
 * The browser's back button (where the browser lets a page cancel it) and closing the page ask too.
 */
export function useUnsavedWarning(unsaved: boolean, onClose: () => void): { leave: () => void; question: ReactNode } {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  useEffect(() => {
    if (!unsaved) return undefined
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    const onNavigate = (event: NavigateEvent) => {
      // `traverse`: back or forward in the history
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      setAsking(true)
    }
    // not every browser has the Navigation API
    const navigation: Navigation | undefined = globalThis.navigation
    window.addEventListener('beforeunload', onBeforeUnload)
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  }, [unsaved])
  const close = () => {
    stay()
    onClose()
  }
  return {
    leave: unsaved ? () => setAsking(true) : onClose,
    question: (
      <Question
        open={asking}
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
