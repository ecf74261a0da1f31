import { Check, GitCompareArrows } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Conflict } from '#contract/assessment/sync.ts'
import type { MarkPayload } from '#domain/assessment/commands/mark.ts'
import { includesDay } from '#domain/scheduling/period.ts'
import { useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { groupAssesses } from '#web/portals/coach/groups/group-data.ts'
import { useShowNotSaved } from '../assess/saving/use-show-not-saved.ts'
import { markWords } from './queue-words.ts'
import { takesSession } from '#web/portals/coach/sessions/day-sessions.ts'
import { clubMoment } from '#web/portals/coach/sessions/club-moment.ts'
import { useToday } from '#web/portals/coach/sessions/use-club-time.ts'
import { useCoach, useSnapshot } from '#web/portals/coach/use-coach.ts'
import { useCompiledCurricula } from '#web/portals/coach/assess/use-curriculum.ts'

/** One of the marks that differ. */
type Side = Conflict['marks'][number]

/**
 * Lists the conflicts with both coaches' marks side by side; choosing a mark makes it anew, which resolves the
 * conflict.
 */
export function ConflictList() {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const language = useWordLanguage()
  const { store, club } = useCoach()
  const showNotSaved = useShowNotSaved()
  const { conflicts, members, groups, groupMembers } = useSnapshot()
  const slugs = useMemo(() => [...new Set(conflicts.map((c) => c.schemeSlug))].sort(), [conflicts])
  const curricula = useCompiledCurricula(slugs)
  const today = useToday()
  if (conflicts.length === 0) return null

  /** The payload of one side's mark, only to put it into words; so its group and day do not matter. */
  const payloadOf = (conflict: Conflict, side: Side): MarkPayload => ({
    memberUuid: conflict.memberUuid,
    groupId: '',
    groupNgoId: null,
    schemeSlug: conflict.schemeSlug,
    schemeNodeId: conflict.nodeId,
    assessmentGrade: side.grade,
    assessmentPassGrade: side.pass,
    assessmentDate: today,
    timestamp: side.ts,
  })
  const timeOf = (side: Side) => clubMoment(side.ts * 1000, { today, timeZone: club.time_zone }, language)
  /** Makes the chosen mark anew, in a group of the child that this coach takes today. */
  async function resolve(conflict: Conflict, side: Side): Promise<void> {
    const { memberUuid, schemeSlug, nodeId } = conflict
    const groupsOfMember = new Set(
      groupMembers
        .filter((link) => link.memberUuid === memberUuid && includesDay([link], today))
        .map((link) => link.groupId),
    )
    const taughtGroups = groups.filter((group) => takesSession(group, today) && groupsOfMember.has(group.id))
    const compiled = curricula.get(schemeSlug)
    // best a group that assesses the skill, else one with the same curriculum, else any of the child's
    const sameScheme = taughtGroups.filter((group) => group.scheme_slug === schemeSlug)
    const group =
      sameScheme.find((candidate) => compiled && groupAssesses(compiled, candidate, nodeId)) ??
      sameScheme[0] ??
      taughtGroups[0]
    if (!group) {
      alerts.show(t('coach.conflict.notYours'), 'bad', /* ms */ 15_000)
      return
    }
    const { grade, pass } = side
    const result = await store.mark([{ memberUuid, group, schemeSlug, nodeId, grade, pass, date: today }])
    if (result.saved) alerts.show(t('coach.conflict.settled'), 'done')
    else showNotSaved(result)
  }

  return (
    <Card className="sect conflicts">
      <h2>
        {t('coach.conflict.title')} <Chip kind="begun">{t('coach.conflict.count', { count: conflicts.length })}</Chip>
      </h2>
      <p className="in dim">{t('coach.conflict.how')}</p>
      <ul className="dead-letters">
        {conflicts.map((conflict) => {
          // all marks of a conflict are about one skill of one child, so the first one names both
          const { subject } = markWords(t, { members, curricula }, payloadOf(conflict, conflict.marks[0] as Side))
          return (
            <li key={`${conflict.id}/${conflict.nodeId}`}>
              <Icon icon={GitCompareArrows} />
              <div>
                <p className="mid" id={`conflict-${conflict.id}`}>
                  {subject}
                </p>
                <ul className="sides" aria-labelledby={`conflict-${conflict.id}`}>
                  {conflict.marks.map((side) => {
                    const words = markWords(t, { members, curricula }, payloadOf(conflict, side))
                    return (
                      <li key={side.opId} className={side.wins ? 'wins' : ''}>
                        <Pip mark={words.mark} />
                        <span>
                          <span className="mid">{words.value}</span>
                          <br />
                          <span className="small dim">
                            {t('coach.conflict.by', { name: side.authorName, time: timeOf(side) })}
                          </span>
                        </span>
                        {side.wins ? (
                          <Chip kind="note" icon={Check}>
                            {t('coach.conflict.counts')}
                          </Chip>
                        ) : null}
                        <Button size="small" onClick={() => void resolve(conflict, side)}>
                          {t('coach.conflict.choose', { what: words.value })}
                          <span className="sr">: {subject}</span>
                        </Button>
                      </li>
                    )
                  })}
                </ul>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
