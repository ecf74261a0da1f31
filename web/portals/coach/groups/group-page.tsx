import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import type { Results } from '#domain/assessment/engine.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pips } from '#web/ui/rungs/pips.tsx'
import { OtherDayBanner } from '../sessions/other-day-banner.tsx'
import { DayPicker } from '../sessions/day-picker.tsx'
import { currentLevelId, nodeOf, resultsOf, evaluationOf, type CompiledCurriculum } from './group-data.ts'
import { GroupHighlights } from './group-highlights.tsx'
import { GroupMenu } from '#web/portals/coach/group-menu/group-menu.tsx'
import { Legend } from '#web/portals/coach/assess/person/legend.tsx'
import { levelNames } from '#web/portals/coach/assess/level/level-names.ts'
import { levelView } from '#web/portals/coach/assess/level/level-view.ts'
import { useLevelWords } from '#web/portals/coach/assess/level/use-level-words.ts'
import { CoveredDaysAlert } from '../sessions/covered-days-alert.tsx'
import { MissingGroup } from './missing-group.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { MedicalNote } from '#web/portals/coach/assess/person/person.tsx'
import { SessionExceptionAlert } from '../sessions/session-exception.tsx'
import { UpcomingSessions } from '../sessions/upcoming-sessions.tsx'
import { coachNames } from '../sessions/day-sessions.ts'
import { useGroup } from './use-group.ts'
import { NoMembers } from './no-members.tsx'
import { useSessionDay } from '../sessions/use-session-day.ts'
import './members.css'

const NO_RESULTS: Results = new Map()

/** The overview of a group: its session, its menu and its members. */
export function GroupPage() {
  const { t } = useTranslation()
  const { groupId } = useParams()
  const day = useSessionDay()
  const { group, members, compiled, snapshot, today } = useGroup(groupId, day.date)
  if (!group) return <MissingGroup ready={snapshot.ready} />
  // Three kinds of group: `imported` and `covering` is one that this coach covers, but not on this day; `imported`
  // alone is another coach's; any other one is taken by this coach, and has a menu.
  return (
    <Page title={group.name} className="group">
      <PageTitle
        title={group.name}
        sub={levelNames(compiled, group.levels)}
        back={{ to: `/member-groups${day.query}`, title: t('coach.groups.title') }}
      />
      <OtherDayBanner day={day} />
      <SessionExceptionAlert group={group} date={day.date} />
      {group.covering !== undefined && group.imported === true ? (
        <CoveredDaysAlert group={group} covering={group.covering} today={today} />
      ) : group.imported === true ? (
        <Alert kind="note">
          <p>{t('coach.group.imported', { names: coachNames(group) })}</p>
        </Alert>
      ) : (
        <Card className="now lone">
          <div className="lone-top">
            <div className="tools">
              <DayPicker day={day} />
              {group.place === null ? null : <span className="dim">{group.place}</span>}
            </div>
            <GroupHighlights group={group} date={day.date} />
          </div>
          <GroupMenu group={group} day={day} />
        </Card>
      )}
      <UpcomingSessions groupId={group.id} today={today} />
      {members.length === 0 ? (
        <NoMembers />
      ) : (
        <Card>
          <h2 className="in h3">{t('coach.members', { count: members.length })}</h2>
          <ul className="rows members">
            {members.map((member) => (
              <MemberRow
                key={member.uuid}
                member={member}
                group={group}
                compiled={compiled}
                results={compiled ? resultsOf(snapshot, compiled, member.uuid) : NO_RESULTS}
                today={today}
                query={day.query}
                linked={group.imported !== true && group.scheme_slug !== null && !day.coming}
              />
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

interface MemberRowProps {
  member: CoachMember
  group: Group
  compiled: CompiledCurriculum | undefined
  results: Results
  today: string
  query: string
  /** The row links to the page on which the member is marked. */
  linked: boolean
}

const MemberRow = memo(function MemberRow({ member, group, compiled, results, today, query, linked }: MemberRowProps) {
  const levelId = compiled ? currentLevelId(compiled, evaluationOf(compiled, results), group, member) : null
  return (
    <li>
      <Avatar firstname={member.firstname} lastname={member.lastname} />
      <span>
        {linked ? (
          <Link className="whole name" to={`/member-groups/${group.id}/member/${member.uuid}${query}`}>
            {fullName(member)}
          </Link>
        ) : (
          <span className="name">{fullName(member)}</span>
        )}
        <span className="small dim">
          <Legend
            member={member}
            level={compiled && levelId !== null ? nodeOf(compiled, levelId)?.title : undefined}
            today={today}
          />
        </span>
        <MedicalNote member={member} />
        {compiled && levelId !== null ? (
          <LevelProgress compiled={compiled} results={results} levelId={levelId} />
        ) : null}
      </span>
      {linked ? <Icon icon={ChevronRight} /> : null}
    </li>
  )
})

/** A child's progress in their current level. */
function LevelProgress({
  compiled,
  results,
  levelId,
}: {
  compiled: CompiledCurriculum
  results: Results
  levelId: string
}) {
  const levelWords = useLevelWords()
  const level = levelView(compiled, evaluationOf(compiled, results), results, levelId)
  if (!level) return null
  return (
    <span className="progress">
      <Pips marks={level.marks} size="tiny" {...(level.need === undefined ? {} : { need: level.need })} />
      <span className="small dim">{levelWords(level)}</span>
    </span>
  )
}
