import './sessions.css'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { FilterSelect } from '#web/desk/list/filter-select.tsx'
import { idIn, lineIn } from '#web/desk/list/list-address.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { monthName, plainDay } from '#web/shell/i18n/dates.ts'
import { PrintButton } from '#web/desk/list/print-button.tsx'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import type { WordLanguage } from '#web/shell/i18n/word-languages.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useCoaches } from '../groups/group-data.ts'
import { CalendarDayCell } from './calendar-day.tsx'
import { dayIn, isInPeriod, rangeOf, VIEWS, type CalendarView } from './calendar-range.ts'
import { SessionPanel } from './session-panel.tsx'
import { useCalendar, useClubNow } from './session-data.ts'
import { calendarKeys } from './calendar-keys.ts'
import { TermsList } from './terms-list.tsx'

/** How many sessions of a day each view shows; 1000 is the most that the server returns. */
const PER_DAY: Record<CalendarView, number> = { day: 1000, week: 30, month: 4 }

/** The most characters of the filter by place. */
const PLACE_MAX = 100

/** The state of the page, read from its URL. Invalid values are ignored. */
function useCalendarAddress(today: string) {
  const [address, setAddress] = useSearchParams()
  const link = (change: Readonly<Record<string, string>>) => {
    const next = new URLSearchParams(address)
    // any other change of the page closes the open session
    if (!('session' in change)) next.delete('session')
    for (const [name, value] of Object.entries(change))
      if (value === '') next.delete(name)
      else next.set(name, value)
    return `?${next}`
  }
  return {
    showsTerms: address.get('view') === 'terms',
    view: VIEWS.find((name) => name === address.get('view')) ?? 'week',
    date: dayIn(address, today),
    coach: idIn(address, 'coach'),
    place: lineIn(address, 'place', PLACE_MAX),
    /** `group/date` of the open session. */
    session: address.get('session'),
    link,
    close: () => setAddress(link({}), { replace: true }),
  }
}

/** Writes the period that is shown: `Nov 2026`, `Mon Nov 16th – Sun Nov 22nd 2026`. */
function periodOf(view: CalendarView, date: string, language: WordLanguage): string {
  const { from, to } = rangeOf(view, date)
  switch (view) {
    case 'month':
      return `${monthName(date, language)} ${date.slice(0, 4)}`
    case 'week':
      return `${plainDay(from, language)} – ${plainDay(to, language)} ${to.slice(0, 4)}`
    case 'day':
      return `${plainDay(date, language)} ${date.slice(0, 4)}`
  }
}

type CalendarAddress = ReturnType<typeof useCalendarAddress>

/** The calendar of the club's dated sessions, and its terms and holidays [2.14]. */
export function SessionsPage() {
  const { t } = useTranslation()
  const now = useClubNow()
  const today = now.date
  const language = useWordLanguage()
  const address = useCalendarAddress(today)
  const { link, view, showsTerms } = address
  return (
    <Page title={t('club.sessions.title')}>
      <header className="head">
        <h1>{t('club.sessions.title')}</h1>
        {showsTerms ? null : (
          <span className="mid" aria-live="polite">
            {periodOf(view, address.date, language)}
          </span>
        )}
        <span className="end split">
          <PrintButton />
        </span>
      </header>
      <ViewTabs
        views={[
          ...VIEWS.map((name) => ({
            label: t(`club.sessions.view.${name}`),
            to: link({ view: name }),
            current: !showsTerms && view === name,
          })),
          { label: t('club.sessions.view.terms'), to: link({ view: 'terms' }), current: showsTerms },
        ]}
      />
      {showsTerms ? <TermsList /> : <CalendarContent address={address} now={now} />}
    </Page>
  )
}

function CalendarContent({ address, now }: { address: CalendarAddress; now: ReturnType<typeof useClubNow> }) {
  const { t } = useTranslation()
  const today = now.date
  const { view, date: shownDate, coach, place, session, link, close } = address
  const range = rangeOf(view, shownDate)
  const calendar = useCalendar({
    from: range.from,
    to: range.to,
    per_day: String(PER_DAY[view]),
    ...(coach === '' ? {} : { coach_uuid: coach }),
    ...(place === '' ? {} : { place }),
  })
  const { data } = calendar
  const [groupId, date] = session?.split('/') ?? []
  return (
    <div className="work">
      <div className="list sessions">
        <Tools address={address} range={range} today={today} places={data?.places ?? []} />
        {isFailing(calendar) ? (
          <div className="in">
            <NotLoaded onRetry={calendar.refetch} />
          </div>
        ) : null}
        <div className="scroll grow" aria-busy={calendar.isFetching}>
          {data ? (
            <>
              {data.days.every(({ total, closed }) => total === 0 && !closed) ? (
                <p className="in dim">{t(coach + place === '' ? 'club.sessions.none' : 'club.sessions.noneFound')}</p>
              ) : null}
              <ol ref={calendarKeys} className={`cal ${view}`} aria-label={t('club.sessions.title')}>
                {data.days.map((day) => (
                  <CalendarDayCell
                    key={day.date}
                    day={day}
                    now={now}
                    open={session}
                    linkTo={link}
                    isOutsideMonth={view === 'month' && !day.date.startsWith(shownDate.slice(0, 7))}
                    brief={view === 'month'}
                  />
                ))}
              </ol>
            </>
          ) : calendar.isError ? null : (
            <Skeleton height="24rem" />
          )}
        </div>
      </div>
      {groupId !== undefined && date !== undefined ? (
        <SessionPanel key={session} groupId={groupId} date={date} today={today} onClose={close} />
      ) : null}
    </div>
  )
}

interface ToolsProps {
  address: CalendarAddress
  range: ReturnType<typeof rangeOf>
  today: string
  places: readonly string[]
}

/** The buttons for the previous and the next period, and the filters. */
function Tools({ address: { view, date, coach, place, link }, range, today, places }: ToolsProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const coaches = useCoaches()
  const goTo = (change: Readonly<Record<string, string>>) => void navigate(link(change), { replace: true })
  return (
    <div className="tools">
      <span className="walk">
        <Button size="small" icon aria-label={t('club.sessions.before')} onClick={() => goTo({ on: range.before })}>
          <Icon icon={ChevronLeft} />
        </Button>
        <IdleButton size="small" idle={isInPeriod(view, date, today)} onClick={() => goTo({ on: '' })}>
          {t('club.sessions.today')}
        </IdleButton>
        <Button size="small" icon aria-label={t('club.sessions.after')} onClick={() => goTo({ on: range.after })}>
          <Icon icon={ChevronRight} />
        </Button>
      </span>
      <FilterSelect
        label={t('club.groupField.coaches')}
        value={coach}
        all={t('club.sessions.allCoaches')}
        choices={coaches.map(({ uuid, firstname, lastname }) => [uuid, `${firstname} ${lastname}`])}
        onChange={(uuid) => goTo({ coach: uuid })}
      />
      {places.length > 0 || place !== '' ? (
        <FilterSelect
          label={t('club.groupField.place')}
          value={place}
          all={t('club.sessions.allPlaces')}
          choices={[...new Set([...places, ...(place === '' ? [] : [place])])].map((name) => [name, name])}
          onChange={(name) => goTo({ place: name })}
        />
      ) : null}
    </div>
  )
}
