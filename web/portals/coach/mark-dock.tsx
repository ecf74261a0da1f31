import { Check, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSnapshot } from './use-coach.ts'
import type { Marking } from './use-marking.ts'

/** What is safe, and the way back; always in view. */
export function MarkDock({ marking: { savedAt, canUndo, undo } }: { marking: Marking }) {
  const { t } = useTranslation()
  const { queued } = useSnapshot().status
  return (
    <div className="dock">
      <output className="saved">
        {savedAt === null ? null : (
          <>
            <Icon of={Check} />
            {queued > 0
              ? t('coach.savedWaiting', { time: savedAt, count: queued })
              : t('coach.saved', { time: savedAt })}
          </>
        )}
      </output>
      <Button size="small" className="end" disabled={!canUndo} onClick={undo}>
        <Icon of={Undo2} />
        {t('coach.undo')}
      </Button>
    </div>
  )
}
