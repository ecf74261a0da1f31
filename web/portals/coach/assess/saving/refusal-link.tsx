import { FileWarning } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { reasonKey } from '#web/portals/coach/device/queue-words.ts'
import { useCoach } from '#web/portals/coach/use-coach.ts'
import './refusal-link.css'

/** The error code with which the server refused the newest edit of a lane; undefined if it did not. */
function useRefusal(lane: string): string | undefined {
  const { store } = useCoach()
  return useSyncExternalStore(store.subscribe, () => store.snapshot().refused.get(lane))
}

/** Says beside a field that the server refused its newest edit and why, with a link to the offline page. */
export function RefusalLink({ lane }: { lane: string }) {
  const { t } = useTranslation()
  const code = useRefusal(lane)
  if (code === undefined) return null
  return (
    <Link className="refused" to="/offline">
      <Icon icon={FileWarning} />
      <span>
        <b>{t('coach.offline.refusedHere')}</b> {t(`coach.offline.why.${reasonKey(code)}`)}
      </span>
    </Link>
  )
}
