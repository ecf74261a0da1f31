import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { LevelListKind, LevelListLevel, LevelListRow } from '#contract/reports/level-lists.ts'
import { PERIOD_MONTHS } from '#domain/reports/report-period.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { LevelListAnswer } from './today-data.ts'

interface LevelListViewProps {
  list: LevelListKind
  answer: LevelListAnswer
  months: string
  onMonths: (months: string) => void
}

/** Children by level and group: those who wait for a pass, or those for whom a badge is ordered. */
export function LevelListView({ list, answer, months, onMonths }: LevelListViewProps) {
  const { t } = useTranslation()
  const { data } = answer
  const shown = data?.rows.reduce((sum, { members }) => sum + members.length, 0) ?? 0
  return (
    <>
      {list === 'badges' ? (
        <div className="tools">
          <Select
            aria-label={t('desk.report.period')}
            value={months}
            onChange={(event) => onMonths(event.target.value)}
          >
            {PERIOD_MONTHS.map((choice) => (
              <option key={choice} value={choice}>
                {t(`desk.report.months.${choice}`)}
              </option>
            ))}
          </Select>
        </div>
      ) : null}
      <section className="scroll grow" aria-label={t(`club.today.view.${list}`)} aria-busy={answer.isPending}>
        {isFailing(answer) ? <NotLoaded onRetry={answer.refetch} /> : null}
        {answer.isPending ? <Skeleton width="auto" height="22rem" /> : null}
        {data?.total === 0 ? (
          <Empty title={t(`club.today.${list}None`)}>{t(`club.today.${list}NoneText`)}</Empty>
        ) : data ? (
          <>
            <p className="say">{t(`club.today.${list}Say`, { count: data.total })}</p>
            {shown < data.total ? <p className="cut">{t('club.today.first', { count: shown })}</p> : null}
            {data.levels.map((level) => (
              <LevelSection
                key={level.level}
                level={level}
                rows={data.rows.filter((row) => row.level === level.level)}
              />
            ))}
          </>
        ) : null}
      </section>
    </>
  )
}

/** One level: how many in all, then the children of each group. */
function LevelSection({ level, rows }: { level: LevelListLevel; rows: readonly LevelListRow[] }) {
  const { t } = useTranslation()
  return (
    <section className="of-level">
      <h2>
        {level.title} <span className="dim">{level.scheme}</span>
        <b className="end num">{t('club.today.children', { count: level.count })}</b>
      </h2>
      <dl>
        {rows.map(({ group_id: id, group, count, members }) => (
          <div key={id ?? ''}>
            <dt>
              {id === null ? (
                <span className="dim">{t('club.today.noGroup')}</span>
              ) : (
                <Link to={`/groups?group=${id}`}>{group}</Link>
              )}
              <span className="dim num"> {count}</span>
            </dt>
            <dd>
              <ul>
                {members.map(({ uuid, firstname, lastname }) => (
                  <li key={uuid}>
                    <Link to={`/members?member=${uuid}`}>
                      {firstname} {lastname}
                    </Link>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
