import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import type { CoachMember } from '#contract/assessment/sync.ts'
import { nodeOfMark } from '#domain/assessment/commands/mark.ts'
import { undoGrade } from '#domain/assessment/mark.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { membersOf, groupAssesses, nodeOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { HistoryRow, NEEDS_NETWORK_ID } from './history-row.tsx'
import type { HistoryEntry } from './mark-history.ts'
import { MarkDock } from '#web/portals/coach/assess/saving/mark-dock.tsx'
import { MissingGroup } from '#web/portals/coach/groups/missing-group.tsx'
import { MissingMember } from '#web/portals/coach/groups/nothing-to-show.tsx'
import { PageTitle } from '#web/portals/coach/page-title.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'
import { takesSession } from '#web/portals/coach/sessions/day-sessions.ts'
import { undoneWords } from '#web/portals/coach/assess/saving/undone-words.ts'
import { useCompiledCurricula } from '#web/portals/coach/assess/use-curriculum.ts'
import { useGroup } from '#web/portals/coach/groups/use-group.ts'
import { useMarking } from '#web/portals/coach/assess/use-marking.ts'
import { useMemberHistory } from './use-member-history.ts'
import { useMarkDay } from '#web/portals/coach/sessions/use-session-day.ts'
import './history.css'

/** All marks of a child. A mark that counts can be taken back, for example if it was made for the wrong child. */
export function HistoryPage() {
  const { t } = useTranslation()
  const { groupId, memberUuid } = useParams()
  const day = useMarkDay()
  const { group, members, snapshot } = useGroup(groupId, day.date)
  if (!group) return <MissingGroup ready={snapshot.ready} />
  if (group.imported === true) return <Navigate replace to={`/member-groups/${group.id}`} />
  const member = members.find((m) => m.uuid === memberUuid)
  if (!member) return <MissingMember group={group} sub={t('coach.history.title')} query={day.query} />
  return <History key={member.uuid} group={group} member={member} query={day.query} />
}

function History({ group, member, query }: { group: Group; member: CoachMember; query: string }) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const myUuid = useMe()?.uuid
  const { snapshot, members, today } = useGroup(group.id)
  const { entries, source, loading, failed, loadMore } = useMemberHistory(member.uuid)
  const curricula = useCompiledCurricula([...new Set(entries?.map(({ schemeSlug }) => schemeSlug) ?? [])].sort())
  const compiled = curricula.get(group.scheme_slug ?? '')
  const marking = useMarking(group, today, (undone) => {
    // a mark of another group of the child may be in another scheme
    const schemeOfMarks = [compiled, ...curricula.values()].find(
      (each) => each && undone.every(({ nodeId }) => nodeOf(each, nodeOfMark(nodeId))),
    )
    if (schemeOfMarks) alerts.show(undoneWords(t, schemeOfMarks, members, undone))
  })
  /**
   * The group in which the server accepts the mark: this one if it assesses the skill, else another of the child's
   * groups that does; without any, this one.
   */
  const groupFor = (entry: HistoryEntry, entryCurriculum: CompiledCurriculum | undefined): Group => {
    const taughtGroups = snapshot.groups.filter(
      (candidate) =>
        takesSession(candidate, today) &&
        membersOf(snapshot, candidate.id, today).some(({ uuid }) => uuid === member.uuid),
    )
    const assessesSkill = (candidate: Group) =>
      entryCurriculum !== undefined &&
      candidate.scheme_slug === entry.schemeSlug &&
      groupAssesses(entryCurriculum, candidate, entry.nodeId)
    return assessesSkill(group) ? group : (taughtGroups.find(assessesSkill) ?? group)
  }
  const takeBack = (entry: HistoryEntry) =>
    marking.markAll(
      [
        {
          memberUuid: member.uuid,
          schemeSlug: entry.schemeSlug,
          nodeId: entry.nodeId,
          ...undoGrade(entry.before ?? undefined, entry),
        },
      ],
      groupFor(entry, curricula.get(entry.schemeSlug)),
    )
  // the alert at the top: the server's marks failed to load, or there is no network and the device may lack marks
  return (
    <Page title={`${t('coach.history.title')}, ${fullName(member)}`} className="history">
      <PageTitle
        title={fullName(member)}
        sub={t('coach.history.title')}
        back={{ to: `/member-groups/${group.id}/member/${member.uuid}${query}`, title: fullName(member) }}
      />
      {failed || (source === 'device' && !loading) ? (
        <Alert kind={failed ? 'begun' : 'note'}>
          <p>{t(failed ? 'coach.history.failed' : 'coach.history.offline')}</p>
          {entries?.some(({ counts, before }) => counts && before === undefined) ? (
            <p id={NEEDS_NETWORK_ID}>{t('coach.history.needsNetwork')}</p>
          ) : null}
        </Alert>
      ) : null}
      {entries === null || (loading && entries.length === 0) ? (
        <div aria-busy="true">
          <Skeleton height="20rem" />
        </div>
      ) : entries.length === 0 ? (
        <Card className="empty">
          <p className="dim">{t('coach.history.none')}</p>
        </Card>
      ) : (
        <Card>
          <ul className="rows marks">
            {entries.map((entry) => (
              <HistoryRow
                key={entry.key}
                entry={entry}
                compiled={curricula.get(entry.schemeSlug)}
                byCurrentUser={entry.authorUuid === myUuid}
                today={today}
                timeZone={group.time_zone}
                onTakeBack={() => takeBack(entry)}
              />
            ))}
          </ul>
          {loadMore ? (
            <div className="in">
              <Button onClick={loadMore}>{t('coach.history.more')}</Button>
            </div>
          ) : null}
        </Card>
      )}
      <MarkDock marking={marking} />
    </Page>
  )
}
