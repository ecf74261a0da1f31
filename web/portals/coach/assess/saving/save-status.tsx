import { Check, FileWarning } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { useStatus } from '#web/portals/coach/use-coach.ts'
import type { Saves } from './saves.ts'
import './refusal-link.css'

/**
 * Says whether the last tap is saved. `queued` is the number of waiting changes, if the page shows it. When the server
 * has refused changes, it says that instead, because they will not count.
 */
export function SaveStatus({ saves, queued = 0 }: { saves: Saves; queued?: number }) {
  const { t } = useTranslation()
  const saving = useSyncExternalStore(saves.subscribe, saves.state)
  const { dead } = useStatus()
  if (saving?.state === 'saving') return t('coach.saving')
  if (dead > 0)
    return (
      <Link className="refused" to="/offline">
        <Icon icon={FileWarning} />
        {t('coach.groups.syncFailed', { count: dead })}
      </Link>
    )
  if (saving === null) return null
  return (
    <>
      <Icon icon={Check} />
      {queued > 0 ? t('coach.savedWaiting', { time: saving.at, count: queued }) : t('coach.saved', { time: saving.at })}
    </>
  )
}
