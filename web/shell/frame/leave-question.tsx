import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/form/button.tsx'
import { Question } from '#web/ui/overlay/dialog.tsx'

interface LeaveQuestionProps {
  open: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks whether entries that are not saved may be lost. */
export function LeaveQuestion({ open, onLeave, onStay }: LeaveQuestionProps) {
  const { t } = useTranslation()
  return (
    <Question
      open={open}
      onClose={onStay}
      title={t('shell.leaving.title')}
      footer={
        <>
          <Button onClick={onLeave}>{t('shell.leaving.leave')}</Button>
          <Button kind="main" onClick={onStay}>
            {t('shell.leaving.stay')}
          </Button>
        </>
      }
    >
      <p>{t('shell.leaving.text')}</p>
    </Question>
  )
}

/** Asks before the page is closed or reloaded, and calls `onNavigate` before it is left within the portal. */
export function useBeforeLeaving(isUnsaved: boolean, onNavigate: (event: NavigateEvent) => void): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    // not every browser has the Navigation API
    const navigation: Navigation | undefined = globalThis.navigation
    window.addEventListener('beforeunload', onBeforeUnload)
    navigation?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload)
      navigation?.removeEventListener('navigate', onNavigate)
    }
  })
}

interface UnsavedEntriesProps {
  /** Whether the entries are still there at an address; without it, while the page stays the same. */
  isKept?: (url: URL) => boolean
  /** Called when the page is not left, for a part of it that already shows where the user wanted to go. */
  onStay?: () => void
}

/** Where the user has agreed to go without saving: the other forms of the page do not ask once more. */
let agreedUrl: string | null = null

const isSamePage = (url: URL) => url.pathname === window.location.pathname

/** Stands beside entries that are not saved, and asks before they are left for another page of the portal. */
export function UnsavedEntries({ isKept = isSamePage, onStay }: UnsavedEntriesProps) {
  const navigate = useNavigate()
  const [next, setNext] = useState<{ url: URL; key: string | null } | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  useBeforeLeaving(!isLeaving, (event) => {
    const { url: href, key, sameDocument } = event.destination
    const url = new URL(href)
    // of several forms on a page one asks; whoever is logged out is not asked
    if (!sameDocument || !event.cancelable || event.defaultPrevented || url.pathname === '/login') return
    if (isKept(url) || href === agreedUrl) return
    event.preventDefault()
    setNext({ url, key: event.navigationType === 'traverse' ? key : null })
  })
  useEffect(() => {
    if (!isLeaving || next === null) return undefined
    agreedUrl = next.url.href
    if (next.key === null) void navigate(next.url.pathname + next.url.search + next.url.hash)
    else globalThis.navigation.traverseTo(next.key)
    return () => {
      agreedUrl = null
    }
  }, [isLeaving, next, navigate])
  const stay = () => {
    setNext(null)
    onStay?.()
  }
  return <LeaveQuestion open={next !== null && !isLeaving} onLeave={() => setLeaving(true)} onStay={stay} />
}
