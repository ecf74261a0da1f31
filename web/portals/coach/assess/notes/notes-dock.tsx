import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { SavedNote } from './saved-note.tsx'
import type { Notes } from './use-notes.ts'
import './notes-dock.css'
import '../assess.css'

/** Within the thumb's reach: totals, whether the last tap is saved, undo, and what else a page does at once. */
export function NotesDock({ notes, totals, children }: { notes: Notes; totals: ReactNode; children?: ReactNode }) {
  const { t } = useTranslation()
  const said = (
    <>
      <output>{totals}</output>
      <span className="saved end nowrap">
        <SavedNote saving={notes.saving} />
      </span>
    </>
  )
  return (
    <div className="dock notes-dock">
      {children ? <div className="split">{said}</div> : null}
      <div className="split">
        <IdleButton icon aria-label={t('coach.undo')} idle={!notes.canUndo} onClick={() => void notes.undo()}>
          <Icon of={Undo2} />
        </IdleButton>
        {children ?? said}
      </div>
    </div>
  )
}
