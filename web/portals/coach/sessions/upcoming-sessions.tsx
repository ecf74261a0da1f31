import { HandHelping, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { Group } from '#contract/scheduling/groups.ts'
import { exceptionOn, sessionsAhead, startTimeOn } from '#domain/scheduling/sessions.ts'
import { ApiError } from '#web/api/api-error.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useMe, useShell, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Card } from '#web/ui/card.tsx'
import { wantsAllGroups } from '../groups/all-groups.ts'
import { schedulingPolicy } from '#domain/scheduling/policy.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { NetworkButton } from '../groups/network-button.tsx'
import { SessionExceptionChip } from './session-exception.tsx'
import { useCoach, useSnapshot } from '#web/portals/coach/use-coach.ts'

/**
 * Lists the sessions of a group from today to the end of the coming week. In another coach's group the coach can take
 * them over and give them back; in an own group they see which of them other coaches cover.
 */
export function UpcomingSessions({ groupId, today }: { groupId: string; today: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const myUuid = useMe()?.uuid
  // from the snapshot, because `useGroup` marks a covered group as imported on days without cover
  const group = useSnapshot().groups.find(({ id }) => id === groupId)
  if (!group) return null
  const isOwnGroup = group.imported !== true && group.covering === undefined
  const dates = sessionsAhead(group, today).filter((date) => {
    const cover = exceptionOn(group, date)?.cover
    return !isOwnGroup || (cover && cover.uuid !== myUuid)
  })
  if (dates.length === 0) return null
  return (
    <Card className="in stack">
      <h2 className="h3">{t(isOwnGroup ? 'coach.session.aheadCovered' : 'coach.session.aheadOther')}</h2>
      <ul className="stack">
        {dates.map((date) => (
          <li key={date} className="split">
            <span className="grow">
              <span className="mid">
                {plainDay(date, language)} {startTimeOn(group, date)}
              </span>{' '}
              <SessionExceptionChip exception={exceptionOn(group, date)} />
            </span>
            {isOwnGroup ? null : <CoverButton group={group} date={date} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The button that takes one session over or gives it back; nothing when neither is possible. */
function CoverButton({ group, date }: { group: Group; date: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const { api, client, alerts } = useShell()
  const { store, club } = useCoach()
  const canImportAll = useMay(schedulingPolicy['sessions.cover'])
  const myUuid = useMe()?.uuid
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const exception = exceptionOn(group, date)
  // `taken`: the coach took the session; a cover that an administrator named cannot be given back
  const canGiveBack = exception?.cover?.uuid === myUuid && exception?.taken === true && !exception.cancelled
  // the right to import all groups is also that to take sessions over (decision 39)
  const canTakeOver = canImportAll && !exception?.cancelled && !exception?.cover
  // at a client with a course provider, covers are changed there
  if ((!canGiveBack && !canTakeOver) || myUuid === undefined || client.auth_provider === 'coursepro') return null

  const wordsOfSession = { name: group.name, day: plainDay(date, language) }
  /** Takes the session over, or gives it back. */
  async function changeCover(userUuid: string): Promise<void> {
    setBusy(true)
    const failure = await api.write(canGiveBack ? 'DELETE' : 'PUT', `/groups/${group.id}/sessions/${date}/cover`).then(
      () => null,
      (error: unknown) => error,
    )
    // also after a failure, because another coach may have been quicker or only the answer was lost
    await store.syncNow()
    setBusy(false)
    if (failure === null)
      alerts.show(t(canGiveBack ? 'coach.session.gaveBack' : 'coach.session.tookOver', wordsOfSession), 'done')
    else if (!(failure instanceof ApiError)) throw failure
    else {
      const tooLate = failure.error === 'SESSION_STATE' || failure.error === 'NOT_FOUND'
      return alerts.show(t(tooLate ? 'coach.session.cannotTake' : 'coach.session.notSaved'), 'bad')
    }
    // after the last covered session was given back, the group is no longer on this tablet
    if (!wantsAllGroups(userUuid, club.id) && !store.snapshot().groups.some(({ id }) => id === group.id))
      await navigate('/member-groups')
  }
  return (
    <NetworkButton
      icon={canGiveBack ? Undo2 : HandHelping}
      busy={busy}
      disabledReason={t('coach.session.takeNeeds')}
      onClick={() => void changeCover(myUuid)}
    >
      {t(canGiveBack ? 'coach.session.giveBack' : 'coach.session.takeOver')}
      <span className="sr">{plainDay(date, language)}</span>
    </NetworkButton>
  )
}
