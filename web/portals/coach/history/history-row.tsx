import { nodeOfMark } from '#domain/assessment/commands/mark.ts'
import { Clock, CircleCheck, TriangleAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { BEFORE_DAY } from '#domain/assessment/brought.ts'
import { localDate } from '#domain/platform/club-time.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { gradeWords, formerPassLabelOf } from '#web/portals/coach/assess/grade-words.ts'
import { clubMoment } from '#web/portals/coach/sessions/club-moment.ts'
import type { HistoryEntry } from './mark-history.ts'

/** Id of the element that says that taking a mark back needs the network. */
export const NEEDS_NETWORK_ID = 'history-needs-network'

interface HistoryRowProps {
  entry: HistoryEntry
  compiled: CompiledCurriculum | undefined
  byCurrentUser: boolean
  /** The club's day and time zone. */
  today: string
  timeZone: string
  onTakeBack: () => void
}

/** One mark of the history: the skill and grade, who made it when, whether it counts, and a button to take it back. */
export function HistoryRow({ entry, compiled, byCurrentUser, today, timeZone, onTakeBack }: HistoryRowProps) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const node = compiled && nodeOf(compiled, nodeOfMark(entry.nodeId))
  const title = node?.title ?? entry.title ?? t('coach.offline.goneNode')
  const { value, mark } = gradeWords(t, compiled, entry.nodeId, entry)
  const formerPassLabel = formerPassLabelOf(compiled, entry.nodeId, entry)
  // by the same clock as the day for which the mark counts
  const entryDay = localDate(entry.ts * 1000, timeZone)
  const when = clubMoment(entry.ts * 1000, { today, timeZone }, language)
  const resultBeforeUnknown = entry.before === undefined
  return (
    <li className={entry.counts ? undefined : 'past'}>
      <span className="what">
        <Pip mark={mark} />
        <span>
          <b>{keepUnitsTogether(title)}</b>
          <span>{value}</span>
        </span>
      </span>
      {entry.counts ? (
        <Button
          size="small"
          disabled={resultBeforeUnknown}
          aria-label={t('coach.history.undoOne', { title, what: value })}
          aria-describedby={resultBeforeUnknown ? NEEDS_NETWORK_ID : undefined}
          onClick={onTakeBack}
        >
          <Icon icon={Undo2} />
          {t('coach.history.undo')}
        </Button>
      ) : null}
      <span className="small dim">
        {byCurrentUser ? t('coach.history.byYou', { when }) : t('coach.history.by', { name: entry.author, when })}
        {entry.date !== null && entry.date !== entryDay
          ? `, ${entry.date === BEFORE_DAY ? t('coach.history.elsewhere') : t('coach.history.for', { day: plainDay(entry.date, language) })}`
          : null}
        {formerPassLabel === null ? null : `, ${t('coach.history.passThen', { label: formerPassLabel })}`}
      </span>
      <span className="mark-state">
        {entry.counts ? (
          <Chip kind="done" icon={CircleCheck}>
            {t('coach.history.counts')}
          </Chip>
        ) : null}
        {entry.state === 'waiting' ? (
          <Chip kind="line" icon={Clock}>
            {t('coach.history.waits')}
          </Chip>
        ) : null}
        {entry.state === 'refused' ? (
          <Chip kind="bad" icon={TriangleAlert}>
            {t('coach.history.refused')}
          </Chip>
        ) : null}
      </span>
    </li>
  )
}
