import { CalendarClock, CalendarX2, HandHelping } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Group } from '#contract/scheduling/groups.ts'
import { exceptionOn, type SessionException } from '#domain/scheduling/sessions.ts'
import { plainDay } from '#web/shell/i18n/dates.ts'
import { useMe, useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { fullName } from '#web/portals/coach/full-name.ts'

type ExceptionOrNull = SessionException | null

/** Whether a session takes place on another day or at another time than usual. */
const isMoved = (exception: ExceptionOrNull) => Boolean(exception?.moved_from) || Boolean(exception?.start_at)

/** Says in a word or two what is different about a session. */
export function SessionExceptionChip({ exception }: { exception: ExceptionOrNull }) {
  const { t } = useTranslation()
  const myUuid = useMe()?.uuid
  if (exception?.cancelled === true)
    return (
      <Chip kind="bad" icon={CalendarX2}>
        {t('coach.session.cancelled')}
      </Chip>
    )
  if (isMoved(exception))
    return (
      <Chip kind="begun" icon={CalendarClock}>
        {t(exception?.moved_from ? 'coach.session.moved' : 'coach.session.otherTime')}
      </Chip>
    )
  if (!exception?.cover) return null
  return (
    <Chip kind="note" icon={HandHelping}>
      {exception.cover.uuid === myUuid
        ? t('coach.session.mine')
        : t('coach.session.covered', { name: fullName(exception.cover) })}
    </Chip>
  )
}

/** Says in full what is different about a session; nothing when it is as usual. */
export function SessionExceptionAlert({ group, date }: { group: Group; date: string }) {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const myUuid = useMe()?.uuid
  const exception = exceptionOn(group, date)
  if (exception?.cancelled === true)
    return (
      <Alert kind="begun">
        <p>
          <b>{t('coach.session.cancelledLong')}</b> {exception.reason}
        </p>
      </Alert>
    )
  if (!exception?.cover && !isMoved(exception)) return null
  return (
    <Alert>
      {isMoved(exception) ? (
        <p>
          {exception?.moved_from
            ? t('coach.session.movedLong', { day: plainDay(exception.moved_from, language) })
            : t('coach.session.otherTimeLong', { time: exception?.start_at, usual: group.start_at })}
        </p>
      ) : null}
      {exception?.cover ? (
        <p>
          {exception.cover.uuid === myUuid
            ? t('coach.session.mineLong')
            : t('coach.session.coveredLong', { name: fullName(exception.cover) })}
        </p>
      ) : null}
    </Alert>
  )
}
