import { useTranslation } from 'react-i18next'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { usePassedDay } from '../passed-day.ts'
import { gradeWords } from '../grade-words.ts'
import { HistoryPart } from './member-history.tsx'

/** A member's marks, newest first [3.6]. */
export function MarksPart({ uuid, schemes }: { uuid: string; schemes: ReadonlyMap<string, ReadyScheme> }) {
  const { t } = useTranslation()
  const { api } = useShell()
  const day = usePassedDay()
  return (
    <HistoryPart
      uuid={uuid}
      list="marks"
      load={(query, signal) => api.list(`/members/${uuid}/marks`, query, signal)}
      title={t('club.sheet.history')}
      renderEntry={(mark) => (
        <>
          <span className="mid">{keepUnitsTogether(mark.title)}</span>:{' '}
          {gradeWords(t, schemes.get(mark.scheme_slug), mark.node_id, mark)}
          <br />
          <span className="dim">
            {mark.group === null
              ? t('club.sheet.markBrought', { day: day(mark.ts), name: mark.by })
              : t('club.sheet.markBy', { day: day(mark.ts), name: mark.by, group: mark.group })}
          </span>
        </>
      )}
    />
  )
}
