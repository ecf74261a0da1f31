import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { useStatus } from '#web/portals/coach/use-coach.ts'
import { SaveStatus } from './save-status.tsx'
import type { Marking } from '../use-marking.ts'
import '../assess.css'

/**
 * The bar at the bottom of a marking page: `leading` (what the page puts first), whether the last mark is saved, undo,
 * and `trailing` (what comes next).
 */
export function MarkDock({
  marking: { saves, canUndo, undo },
  leading,
  trailing,
}: {
  marking: Marking
  leading?: ReactNode
  trailing?: ReactNode
}) {
  const { t } = useTranslation()
  const { queued } = useStatus()
  return (
    <div className="dock">
      {leading}
      <output className="saved">
        <SaveStatus saves={saves} queued={queued} />
      </output>
      <IdleButton size="small" className="end" idle={!canUndo} aria-label={t('coach.undo')} onClick={undo}>
        <Icon icon={Undo2} />
        <span className="words">{t('coach.undo')}</span>
      </IdleButton>
      {trailing}
    </div>
  )
}
