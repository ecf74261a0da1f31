import './work-progress.css'
import { useTranslation } from 'react-i18next'

interface WorkProgressProps {
  /** What is done, for screen readers. */
  label: string
  done: number
  total: number
  /** What to know about leaving, where the work needs more than the server. */
  leaving?: string
}

/** How far long work is: a bar, a count out of the total, and that the page can be left. */
export function WorkProgress({ label, done, total, leaving }: WorkProgressProps) {
  const { t } = useTranslation()
  return (
    <div className="work-progress" aria-live="polite">
      <progress max={total} value={done} aria-label={label} />
      <p className="mid">{t('desk.work.of', { done, total })}</p>
      <p className="small dim">{leaving ?? t('desk.work.mayLeave')}</p>
    </div>
  )
}
