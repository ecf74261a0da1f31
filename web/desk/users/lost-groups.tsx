import { useTranslation } from 'react-i18next'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { NameQuestion } from '../name-question.tsx'

export interface TypeAndClubs {
  type: string
  club_ids: readonly string[]
}

/** What a user loses by a change: clubs, or (`role`) the coach's role. Either loss removes a coach from groups. */
export function lostAccess(before: TypeAndClubs, after: TypeAndClubs): { clubs: string[]; role: boolean } {
  return {
    clubs: before.club_ids.filter((id) => !after.club_ids.includes(id)),
    role: before.type === 'coach' && after.type !== 'coach',
  }
}

interface LostGroupsQuestionProps {
  user: UserDetail
  lost: ReturnType<typeof lostAccess>
  onAnswer: (yes: boolean) => void
}

/**
 * Asks for the user's name before a coach loses the role or a club: the coach then leaves groups, and saving the form
 * once more does not undo that.
 */
export function LostGroupsQuestion({ user, lost, onAnswer }: LostGroupsQuestionProps) {
  const { t } = useTranslation()
  const name = `${user.firstname} ${user.lastname}`
  const clubs = user.clubs.filter(({ id }) => lost.clubs.includes(id)).map((club) => club.name)
  return (
    <NameQuestion
      title={
        lost.role
          ? t('desk.removedFromGroups.role', { name })
          : t('desk.removedFromGroups.clubs', { name, clubs: clubs.join(', ') })
      }
      name={name}
      confirmLabel={t('desk.save')}
      onCancel={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    >
      <p>
        {t(lost.role ? 'desk.removedFromGroups.roleText' : 'desk.removedFromGroups.clubsText', {
          name: user.firstname,
        })}
      </p>
    </NameQuestion>
  )
}
