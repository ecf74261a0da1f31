import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { WorkingCopyState } from '#contract/curriculum/working-copy.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { useDeviceDay } from '../../device-day.ts'
import { editorPath } from '../current-editor.ts'

interface EndedCopyProps {
  slug: string
  /** The copy that was open; null when none was. */
  copy: string | null
  state: WorkingCopyState
  onOpen: (copy: string) => void
}

/** What became of a working copy, and the ways on: to the one that the scheme has now, or to the live scheme. */
export function EndedCopy({ slug, copy, state, onOpen }: EndedCopyProps) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const { copy: now, ended } = state
  const known = ended !== null && (copy === null || ended.id === copy) ? ended : null
  return (
    <Alert
      kind="note"
      end={
        <Link className="btn small" to={editorPath(slug, false)}>
          {t('author.copy.openLive')}
        </Link>
      }
    >
      <p>
        {known === null
          ? t(copy === null ? 'author.copy.none' : 'author.copy.gone')
          : t(known.released ? 'author.copy.wasReleased' : 'author.copy.wasDropped', {
              name: known.by,
              day: dayOf(known.ts),
            })}
      </p>
      {now === null ? null : (
        <>
          <p>{t('author.copy.newBegun', { name: now.begun_by, day: dayOf(now.begun_ts) })}</p>
          <Button size="small" onClick={() => onOpen(now.id)}>
            {t('author.copy.openNew')}
          </Button>
        </>
      )}
    </Alert>
  )
}
