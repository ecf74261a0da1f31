import { Check, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useSnapshot } from './use-coach.ts'
import type { Marking } from './use-marking.ts'

/** What is safe, and the way back; always in view. News of a level stands here, where it moves no row. */
export function MarkDock({ marking: { savedAt, canUndo, undo }, news }: { marking: Marking; news?: ReactNode }) {
  const { t } = useTranslation()
  const { queued } = useSnapshot().status
  return (
    <div className="dock">
      {news}
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
      <Button size="small" className="end" disabled={!canUndo} aria-label={t('coach.undo')} onClick={undo}>
        <Icon of={Undo2} />
        <span className="words">{t('coach.undo')}</span>
      </Button>
    </div>
  )
}
