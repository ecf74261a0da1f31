import { Check, FileWarning } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { useSnapshot } from '#web/portals/coach/use-coach.ts'
import './refused-note.css'

/** What has become of the last tap. `Saved` is not said before the disk has it. */
export type Saving = { state: 'saving' } | { state: 'saved'; at: string } | null

/** `queued`: how much waits to be sent, where that is said too. What the server refused is said instead: it is saved, but it will not count. */
export function SavedNote({ saving, queued = 0 }: { saving: Saving; queued?: number }) {
  const { t } = useTranslation()
  const { dead } = useSnapshot().status
  if (saving?.state === 'saving') return t('coach.saving')
  if (dead > 0)
    return (
      <Link className="refused" to="/offline">
        <Icon of={FileWarning} />
        {t('coach.groups.syncFailed', { count: dead })}
      </Link>
    )
  if (saving === null) return null
  return (
    <>
      <Icon of={Check} />
      {queued > 0 ? t('coach.savedWaiting', { time: saving.at, count: queued }) : t('coach.saved', { time: saving.at })}
    </>
  )
}
