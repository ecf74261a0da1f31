import { ChevronDown, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadyScheme } from '#web/features/progress-view/member-progress.ts'
import { fullDate } from '#web/shell/i18n/dates.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { gradeWords } from './grade-words.ts'
import { useClubDay } from '../club-day.ts'
import { useMemberHistory, type MemberHistory } from './member-detail-data.ts'
import { useUndo } from '../use-undo.ts'

const SHOWN_AT_FIRST = 5
/** The most entries that the server returns. */
const MAX_ENTRIES = 1_000

interface HistoryProps<Entry> extends MemberHistory<Entry> {
  uuid: string
  title: string
  renderEntry: (entry: Entry) => ReactNode
}

/** The newest entries of one of a member's lists, with a button for more; nothing if the list is empty. */
function HistoryPart<Entry>({ uuid, list, load, title, renderEntry }: HistoryProps<Entry>) {
  const { t } = useTranslation()
  const [size, setSize] = useState(SHOWN_AT_FIRST)
  const { data } = useMemberHistory(uuid, { list, load }, size)
  if (!data || data.total === 0) return null
  const older = data.total - data.rows.length
  return (
    <section>
      <h3>{title}</h3>
      <ul className="stack small">
        {data.rows.map((entry, index) => (
          // two entries may be equal
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{renderEntry(entry)}</li>
        ))}
      </ul>
      {older > 0 && size < MAX_ENTRIES ? (
        <Button kind="bare" size="small" onClick={() => setSize(Math.min(size * 5, MAX_ENTRIES))}>
          <Icon icon={ChevronDown} />
          {t('club.sheet.older', { count: older })}
        </Button>
      ) : null}
    </section>
  )
}

interface PartProps {
  uuid: string
  schemes: ReadonlyMap<string, ReadyScheme>
}

/** A member's marks, attendance and log [3.6]. */
export function HistoryParts({ uuid, schemes }: PartProps) {
  const { t } = useTranslation()
  const day = useClubDay()
  const language = useWordLanguage()
  const { api } = useShell()
  const { busy, undoChangeSet } = useUndo()
  const fieldLabel = (name: string) => t(`club.field.${name}`)
  return (
    <>
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
              {t('club.sheet.markBy', { day: day(mark.ts), name: mark.by, group: mark.group })}
            </span>
          </>
        )}
      />
      <HistoryPart
        uuid={uuid}
        list="attendance"
        load={(query, signal) => api.list(`/members/${uuid}/attendance`, query, signal)}
        title={t('club.sheet.attendance')}
        renderEntry={(entry) => (
          <span className="split">
            <span className={`disc ${entry.value}`} aria-hidden="true" />
            <span className="grow">
              <span className="mid">{fullDate(entry.date, language)}</span>, {t(`club.sheet.${entry.value}`)}
              <br />
              <span className="dim">{[entry.group, entry.by].join(', ')}</span>
            </span>
          </span>
        )}
      />
      <HistoryPart
        uuid={uuid}
        list="log"
        load={(query, signal) => api.list(`/members/${uuid}/log`, query, signal)}
        title={t('club.sheet.log')}
        renderEntry={(entry) => (
          <>
            <span className="mid">
              {t(`club.log.${entry.action}`, {
                group: entry.group ?? '',
                fields: entry.fields.map(fieldLabel).join(', '),
                defaultValue: t('club.log.other'),
              })}
            </span>
            <br />
            <span className="dim">
              {entry.as === null
                ? t('club.log.by', { day: day(entry.at), name: entry.by ?? t('club.log.server') })
                : t('club.log.byAs', { day: day(entry.at), name: entry.by, as: entry.as })}
            </span>{' '}
            <UndoButton changeSetId={entry.undo} busy={busy} onUndo={undoChangeSet} />
          </>
        )}
      />
    </>
  )
}

interface UndoProps {
  changeSetId: string | null
  busy: boolean
  onUndo: (changeSetId: string) => Promise<void>
}

/** Undoes the whole change set, including the other members that it changed. */
function UndoButton({ changeSetId, busy, onUndo }: UndoProps) {
  const { t } = useTranslation()
  if (changeSetId === null) return null
  return (
    <Button kind="bare" size="small" disabled={busy} onClick={() => void onUndo(changeSetId)}>
      <Icon icon={Undo2} />
      {t('shell.undo')}
    </Button>
  )
}
