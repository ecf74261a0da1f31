import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { TypedQuestion } from '#web/ui/overlay/typed-question.tsx'

interface Working {
  type: string
  club_ids: readonly string[]
}

/** The clubs that a change of a user removes, and whether a coach loses that role. */
export function lostWith(before: Working, after: Working): { clubs: string[]; role: boolean } {
  return {
    clubs: before.club_ids.filter((id) => !after.club_ids.includes(id)),
    role: before.type === 'coach' && after.type !== 'coach',
  }
}

interface LostGroupsProps {
  user: UserDetail
  lost: ReturnType<typeof lostWith>
  onAnswer: (yes: boolean) => void
}

/**
 * Asks for the user's name before a coach loses the role or a club: the coach then leaves groups, and saving the form once
 * more does not undo that.
 */
export function LostGroups({ user, lost, onAnswer }: LostGroupsProps) {
  const { t } = useTranslation()
  const name = `${user.firstname} ${user.lastname}`
  const clubs = user.clubs.filter(({ id }) => lost.clubs.includes(id)).map((club) => club.name)
  return (
    <TypedQuestion
      title={
        lost.role
          ? t('desk.removedFromGroups.role', { name })
          : t('desk.removedFromGroups.clubs', { name, clubs: clubs.join(', ') })
      }
      word={name}
      label={t('desk.removedFromGroups.label', { name })}
      cancelLabel={t('desk.cancel')}
      disabledLabel={t('desk.removedFromGroups.first')}
      confirmLabel={t('desk.save')}
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      <p>
        {t(lost.role ? 'desk.removedFromGroups.roleText' : 'desk.removedFromGroups.clubsText', {
          name: user.firstname,
        })}
      </p>
    </TypedQuestion>
  )
}
