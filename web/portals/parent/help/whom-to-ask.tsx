import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { joinNames } from '#domain/platform/join-names.ts'
import { deviceDate } from '#web/shell/i18n/dates.ts'
import { useNow } from '#web/shell/frame/use-now.ts'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { coachesOn } from '../overview/next-session.ts'
import { useFamily } from '../overview/use-family.ts'

interface ClubToAsk {
  id: string
  name: string
  /** The coaches of the children's groups there. */
  coaches: string[]
}

/** The clubs of these children, each with today's coaches of their groups. */
function clubsToAsk(members: readonly Member[], today: string): ClubToAsk[] {
  const clubs = new Map(members.flatMap(({ owners = [] }) => owners.map((club) => [club.id, club.name])))
  const groups = members.flatMap((member) => member.groups ?? [])
  return [...clubs].map(([id, name]) => {
    const coaches = groups
      .filter((group) => group.club_id === id)
      .flatMap((group) => coachesOn(group, today).map((coach) => `${coach.firstname} ${coach.lastname}`))
    return { id, name, coaches: [...new Set(coaches)] }
  })
}

/** The clubs and coaches of the parent's children, and what they can help with. */
export function WhomToAsk() {
  const { t } = useTranslation()
  const language = useWordLanguage()
  const today = deviceDate(useNow())
  const family = useFamily()
  const clubs = family.state === 'ready' ? clubsToAsk(family.family.members, today) : []
  return (
    <section className="card in stack" aria-labelledby="help-ask">
      <h2 id="help-ask">{t('parent.helpPage.ask')}</h2>
      <p>{t('parent.helpPage.askText')}</p>
      {clubs.length === 0 ? null : (
        <ul className="bullets">
          {clubs.map(({ id, name, coaches }) => (
            <li key={id}>
              {coaches.length === 0
                ? name
                : t('parent.helpPage.coaches', {
                    club: name,
                    count: coaches.length,
                    names: joinNames(coaches, language),
                  })}
            </li>
          ))}
        </ul>
      )}
      <p>{t('parent.helpPage.wrong')}</p>
    </section>
  )
}
