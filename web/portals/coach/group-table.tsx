import { ArrowDown, ArrowUp, RefreshCw, Search } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useConnection, useShell } from '#web/shell/shell-context.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { levelNames } from './level-names.ts'
import { TablePaging } from './table-paging.tsx'
import {
  isAllDay,
  opens,
  PAGE_SIZES,
  pageOf,
  searchAllowed,
  searchAndSort,
  searchTerm,
  timeOf,
  type Sort,
  type SortField,
  type TodaySession,
} from './today.ts'
import { useCoach, useSnapshot } from './use-coach.ts'
import { useCourse } from './use-course.ts'

/** [9.1] */
const DEBOUNCE_MS = 500

/** All groups of today: searched, sorted, paged [2.36]–[2.40]. */
export function GroupTable({ sessions, minute }: { sessions: readonly TodaySession[]; minute: number }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const [text, setText] = useState('')
  const [term, setTerm] = useState('')
  const [sort, setSort] = useState<Sort>({ field: 'time', descending: false })
  const [size, setSize] = useState<number>(PAGE_SIZES[0])
  const [page, setPage] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = searchTerm(text)
      if (next === null) return
      setTerm(next)
      setPage(0)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const type = (next: string) => {
    setText(next)
    // once, not at each letter after it
    if (!searchAllowed(next) && searchAllowed(text)) alerts.show(t('coach.groups.searchError'), 'begun')
  }
  const found = searchAndSort(sessions, term, sort)
  const shown = pageOf(found, page, size)
  const timed = sessions.some((s) => s.from !== null)
  const order = (field: SortField) => setSort((s) => ({ field, descending: s.field === field && !s.descending }))
  return (
    <Card className="later">
      <div className="tools">
        <h2 className="grow">{t('coach.groups.all')}</h2>
        <SyncButton />
      </div>
      <div className="find">
        <label className="input">
          <Icon of={Search} />
          <span className="sr">{t('coach.groups.search')}</span>
          <input
            type="search"
            value={text}
            placeholder={t('coach.groups.search')}
            onChange={(e) => type(e.target.value)}
          />
        </label>
      </div>
      <table className="table">
        <thead>
          <tr>
            {timed ? <SortHead field="time" sort={sort} onSort={order} label={t('coach.groups.time')} /> : null}
            <SortHead field="name" sort={sort} onSort={order} label={t('coach.groups.group')} />
            <th className="levels">{t('coach.groups.levels')}</th>
            <SortHead field="members" sort={sort} onSort={order} label={t('coach.groups.members')} end />
          </tr>
        </thead>
        <tbody>
          {shown.rows.map((session) => (
            <Row key={session.group.id} session={session} minute={minute} timed={timed} />
          ))}
        </tbody>
      </table>
      {found.length === 0 ? <p className="nothing dim">{t('coach.groups.noMatch')}</p> : null}
      <div className="pager">
        <span>{t('coach.groups.total', { count: found.length })}</span>
        {found.length > PAGE_SIZES[0] ? (
          <TablePaging
            size={size}
            onSize={(next) => {
              setSize(next)
              setPage(0)
            }}
            page={shown.page}
            onPage={setPage}
            total={found.length}
          />
        ) : null}
      </div>
    </Card>
  )
}

function SyncButton() {
  const { t } = useTranslation()
  const { store } = useCoach()
  const { status } = useSnapshot()
  const { online } = useConnection()
  const why = useId()
  const offline = !online
  return (
    <>
      {status.dead > 0 ? <Chip kind="bad">{t('coach.groups.syncFailed', { count: status.dead })}</Chip> : null}
      <Button
        size="small"
        disabled={offline}
        title={offline ? t('coach.needsNetwork') : undefined}
        aria-describedby={offline ? why : undefined}
        onClick={() => void store.loadAnew()}
      >
        <Icon of={RefreshCw} />
        {t('coach.groups.sync')}
      </Button>
      {offline ? (
        <span className="sr" id={why}>
          {t('coach.needsNetwork')}
        </span>
      ) : null}
    </>
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
  const own = sort.field === field
  return (
    <th className={end ? 'r' : undefined} aria-sort={own ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className="sorter" onClick={() => onSort(field)}>
        {label}
        {own ? <Icon of={sort.descending ? ArrowUp : ArrowDown} /> : null}
      </button>
    </th>
  )
}

function Row({ session, minute, timed }: { session: TodaySession; minute: number; timed: boolean }) {
  const { t } = useTranslation()
  const { group, from, to } = session
  const course = useCourse(group.scheme_slug)
  const over = to !== null && to <= minute
  return (
    <tr className={over ? 'gone' : undefined}>
      {timed ? (
        <td className="nowrap mid">
          {isAllDay(session) ? t('coach.groups.allDay') : from === null ? '' : `${timeOf(from)}–${timeOf(to ?? from)}`}
        </td>
      ) : null}
      <td>
        <span className="flow">
          {group.is_slot && group.total_members === 0 ? <Chip kind="line">{t('coach.groups.unbooked')}</Chip> : null}
          {opens(group) ? (
            <Link className="whole mid" to={`/member-groups/${group.id}`}>
              {group.name}
            </Link>
          ) : (
            <span className="mid">{group.name}</span>
          )}
          {from !== null && to !== null && from <= minute && minute < to ? (
            <Chip kind="note">{t('coach.groups.now')}</Chip>
          ) : null}
        </span>
      </td>
      <td className="levels dim">{levelNames(course, group.levels)}</td>
      <td className="r">{group.total_members}</td>
    </tr>
  )
}
