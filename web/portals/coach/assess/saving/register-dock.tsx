import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { SaveStatus } from './save-status.tsx'
import type { RegisterEdits } from './use-register-edits.ts'
import './register-dock.css'
import '../assess.css'

/**
 * The bar at the bottom of a page for attendance, badges or moves: totals, whether the last tap is saved, undo, and the
 * page's own buttons.
 */
export function RegisterDock({
  edits,
  totals,
  children,
}: {
  edits: RegisterEdits
  totals: ReactNode
  children?: ReactNode
}) {
  const { t } = useTranslation()
  // stands beside undo, or in a row above where the page has buttons of its own
  const summary = (
    <>
      <output>{totals}</output>
      <span className="saved end nowrap">
        <SaveStatus saves={edits.saves} />
      </span>
    </>
  )
  return (
    <div className="dock notes-dock">
      {children ? <div className="split">{summary}</div> : null}
      <div className="split">
        <IdleButton icon aria-label={t('coach.undo')} idle={!edits.canUndo} onClick={() => void edits.undo()}>
          <Icon icon={Undo2} />
        </IdleButton>
        {children ?? summary}
      </div>
    </div>
  )
}
