import { useState, type ReactNode } from 'react'
import { LeaveQuestion, useBeforeLeaving } from './leave-question.tsx'

/**
 * Protects a form's unsaved text in a dialog: `leave` closes the dialog, after a question when something would be lost.
 * The browser's back button (where the browser lets a page cancel it) and closing the page ask too.
 */
export function useUnsavedWarning(unsaved: boolean, onClose: () => void): { leave: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false)
  const stay = () => setAsking(false)
  useBeforeLeaving(unsaved, (event) => {
    // `traverse`: back or forward in the history
    if (event.navigationType !== 'traverse' || !event.cancelable) return
    event.preventDefault()
    setAsking(true)
  })
  const close = () => {
    stay()
    onClose()
  }
  return {
    leave: unsaved ? () => setAsking(true) : onClose,
    question: <LeaveQuestion open={asking} onLeave={close} onStay={stay} />,
  }
}
