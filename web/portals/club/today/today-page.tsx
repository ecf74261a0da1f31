import './today.css'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { changedAddress } from '#web/desk/list/list-address.ts'
import { CsvButton } from '#web/desk/list/csv-button.tsx'
import { PrintButton } from '#web/desk/list/print-button.tsx'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { useClubToday } from '../sessions/session-data.ts'
import { LevelListView } from './level-list-view.tsx'
import { RegistersView } from './registers-view.tsx'
import { monthsIn, useLevelList, useToday } from './today-data.ts'

const VIEWS = ['registers', 'waiting', 'badges'] as const

/** The club's day: its registers, the children whose level waits for a pass, and the badges to order and hand out. */
export function TodayPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const language = useWordLanguage()
  const club = useMe()?.club?.name ?? ''
  const today = useClubToday()
  const [address, setAddress] = useSearchParams()
  const view = VIEWS.find((name) => name === address.get('view')) ?? VIEWS[0]
  const months = monthsIn(address)
  const registers = useToday()
  const lists = { waiting: useLevelList('waiting'), badges: useLevelList('badges', months) }
  const late = registers.data?.sessions.filter(({ state }) => state === 'late').length ?? 0
  const count = {
    registers: late === 0 ? undefined : late,
    waiting: lists.waiting.data?.total,
    badges: lists.badges.data?.total,
  }
  return (
    <Page title={t('club.today.title')}>
      <header className="head">
        <div className="grow">
          <h1>{t('club.today.title')}</h1>
          <p className="small dim">{t('club.today.at', { club, day: plainDay(today, language) })}</p>
        </div>
        <span className="end split">
          {view === 'registers' ? null : (
            <CsvButton
              load={() => api.file(`/level-lists/${view}/file`, view === 'badges' ? { months } : {})}
              name={view}
              disabled={lists[view].data?.total === 0}
            />
          )}
          <PrintButton />
        </span>
      </header>
      <ViewTabs
        views={VIEWS.map((name) => ({
          label: t(`club.today.view.${name}`),
          // with the period of the badges, by which their tab counts
          to: `?${changedAddress(address, { view: name === VIEWS[0] ? '' : name })}`,
          current: name === view,
          count: count[name],
          hot: name === 'registers',
        }))}
      />
      <div className="work">
        <div className="list today-at-club">
          {view === 'registers' ? (
            <RegistersView answer={registers} />
          ) : (
            <LevelListView
              list={view}
              answer={lists[view]}
              months={months}
              onMonths={(chosen) => setAddress({ view, months: chosen }, { replace: true })}
            />
          )}
        </div>
      </div>
    </Page>
  )
}
