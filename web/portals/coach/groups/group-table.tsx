import { ArrowDown, ArrowUp, ClipboardCheck, RefreshCw, Search } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { timeOf } from '#domain/platform/club-time.ts'
import { searchAllowed } from '#domain/platform/search.ts'
import { useSearch } from '#web/search/use-search.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DayPicker } from '../sessions/day-picker.tsx'
import { ImportAllButton } from './import-all-button.tsx'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'
import { NetworkButton } from './network-button.tsx'
import { RegisterChip } from '#web/portals/coach/register/register-chip.tsx'
import { SessionExceptionChip } from '../sessions/session-exception.tsx'
import { withTableChange, tableView } from './table-view.ts'
import {
  coachNames,
  isAllDay,
  isRunning,
  canOpenGroup,
  PAGE_SIZES,
  pageOf,
  searchAndSort,
  type Sort,
  type SortField,
  type DaySession,
} from '../sessions/day-sessions.ts'
import { useStatus } from '#web/portals/coach/use-coach.ts'
import { useCompiledCurriculum } from '#web/portals/coach/assess/use-curriculum.ts'
import type { SessionDay } from '../sessions/use-session-day.ts'
import { useSync } from '#web/portals/coach/device/use-sync.ts'

const TablePaging = lazyWithRetry(() => import('./table-paging.tsx').then((module) => module.TablePaging))

/** The table of a day's groups, with search, sorting and pages [2.36]–[2.40]; its state is kept in the address. */
export function GroupTable({
  sessions,
  minute,
  day,
}: {
  sessions: readonly DaySession[]
  /** The current minute since midnight; null on another day than today. */
  minute: number | null
  day: SessionDay
}) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const language = useWordLanguage()
  const [address, changeAddress] = useAddress()
  const { search, sort, size, page } = tableView(address)
  const change = (next: Readonly<Record<string, string>>) => changeAddress((query) => withTableChange(query, next))
  const { text, setText, isRefused } = useSearch('group', search, (term) => change({ search: term }))
  const onSearchChange = (next: string) => {
    setText(next)
    // only for the first character that is not allowed, not for each one after it
    if (!isRefused && !searchAllowed('group', next)) alerts.show(t('search.refused.group'), 'begun')
  }
  const headingId = useId()
  const matching = searchAndSort(sessions, search, sort)
  const shownPage = pageOf(matching, page, size)
  const hasTimes = sessions.some(({ startMinute }) => startMinute !== null)
  // in the address: a (ascending) or d (descending), then the field, such as `dname`
  const sortBy = (field: SortField) =>
    change({ sort: `${sort.field === field && !sort.descending ? 'd' : 'a'}${field}` })
  return (
    <Card className="later">
      <div className="tools">
        <h2 className="grow" id={headingId}>
          {day.date === day.today
            ? t('coach.groups.all')
            : t('coach.groups.allOn', { day: plainDay(day.date, language) })}
        </h2>
        <RefusedChangesLink />
        <DayPicker day={day} />
        <SyncButton />
        <ImportAllButton />
      </div>
      <div className="find">
        <label className="input">
          <Icon icon={Search} />
          <span className="sr">{t('coach.groups.search')}</span>
          <input
            type="search"
            value={text}
            placeholder={t('coach.groups.search')}
            onChange={(event) => onSearchChange(event.target.value)}
          />
        </label>
      </div>
      <table className="table" aria-labelledby={headingId}>
        <thead>
          <tr>
            {hasTimes ? <SortHead field="time" sort={sort} onSort={sortBy} label={t('coach.groups.time')} /> : null}
            <SortHead field="name" sort={sort} onSort={sortBy} label={t('coach.groups.group')} />
            <th className="levels">{t('coach.groups.levels')}</th>
            <SortHead field="members" sort={sort} onSort={sortBy} label={t('coach.groups.members')} end />
          </tr>
        </thead>
        <tbody>
          {shownPage.rows.map((session) => (
            <Row key={session.group.id} session={session} minute={minute} hasTimes={hasTimes} day={day} />
          ))}
        </tbody>
      </table>
      {matching.length === 0 ? (
        <p className="nothing dim">{t(search === '' ? 'coach.groups.noneThatDay' : 'coach.groups.noMatch')}</p>
      ) : null}
      <div className="pager">
        <span>{t('coach.groups.total', { count: matching.length })}</span>
        {matching.length > PAGE_SIZES[0] ? (
          <TablePaging
            size={size}
            onSize={(next) => change({ per_page: String(next) })}
            page={shownPage.page}
            onPage={(next) => change({ page: String(next) })}
            total={matching.length}
          />
        ) : null}
        {day.coming ? null : (
          <Link className="btn small end" to={`/after-lesson${day.query}`}>
            <Icon icon={ClipboardCheck} />
            {t('coach.afterLesson')}
          </Link>
        )}
      </div>
    </Card>
  )
}

function SyncButton() {
  const { t } = useTranslation()
  const { busy, sync } = useSync('loadAnew')
  return (
    <NetworkButton
      icon={RefreshCw}
      busy={busy}
      disabledReason={t('coach.groups.syncNeeds')}
      onClick={() => void sync()}
    >
      {t('coach.groups.sync')}
    </NetworkButton>
  )
}

/** How many changes the server refused [2.40], with a link to them; nothing when there are none. */
function RefusedChangesLink() {
  const { t } = useTranslation()
  const { dead } = useStatus()
  if (dead === 0) return null
  return (
    <Link className="sync-failed" to="/offline">
      <Chip kind="bad">{t('coach.groups.syncFailed', { count: dead })}</Chip>
    </Link>
  )
}

function SortHead({
  field,
  sort,
  onSort,
  label,
  end = false,
}: {
  field: SortField
  sort: Sort
  onSort: (field: SortField) => void
  label: string
  end?: boolean
}) {
  const sorted = sort.field === field
  return (
    <th
      className={end ? 'r' : undefined}
      aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className="sorter" onClick={() => onSort(field)}>
        {label}
        {sorted ? <Icon icon={sort.descending ? ArrowDown : ArrowUp} /> : null}
      </button>
    </th>
  )
}

interface RowProps {
  session: DaySession
  /** The current minute since midnight; null on another day than today. */
  minute: number | null
  hasTimes: boolean
  day: SessionDay
}

function Row({ session, minute, hasTimes, day }: RowProps) {
  const { t } = useTranslation()
  const { group, startMinute, endMinute, exception } = session
  const compiled = useCompiledCurriculum(group.scheme_slug)
  // start and end are null together; the default of the end is only for the type
  const timeRange = startMinute === null ? '' : `${timeOf(startMinute)}–${timeOf(endMinute ?? startMinute)}`
  const cancelled = exception?.cancelled === true
  const isOver = cancelled || (minute !== null && endMinute !== null && endMinute <= minute)
  const runsNow = !cancelled && minute !== null && isRunning(session, minute)
  return (
    <tr className={isOver ? 'gone' : undefined}>
      {hasTimes ? <td className="nowrap mid">{isAllDay(session) ? t('coach.groups.allDay') : timeRange}</td> : null}
      <td>
        <span className="flow">
          {group.is_slot && group.total_members === 0 ? <Chip kind="line">{t('coach.groups.unbooked')}</Chip> : null}
          {canOpenGroup(group) ? (
            <Link className="whole mid" to={`/member-groups/${group.id}${day.query}`}>
              {group.name}
            </Link>
          ) : (
            <span className="mid">{group.name}</span>
          )}
          {runsNow ? <Chip kind="note">{t('coach.groups.now')}</Chip> : null}
          <RegisterChip session={session} date={day.date} />
          <SessionExceptionChip exception={exception} />
          {group.imported === true ? <span className="small dim">{coachNames(group)}</span> : null}
        </span>
      </td>
      <td className="levels dim">{levelNames(compiled, group.levels)}</td>
      <td className="r">{group.total_members}</td>
    </tr>
  )
}
