import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import { LevelRing } from '#web/features/progress-view/level-view.tsx'
import { childAnchor } from './child-card.tsx'
import { levelsOf, type ReadyScheme } from '#web/features/progress-view/member-progress.ts'

/** On phones, a row with the progress of every child, if there are several; each links to the child's card. */
export function ChildrenAtAGlance({
  members,
  schemes,
}: {
  members: readonly Member[]
  schemes: ReadonlyMap<string, ReadyScheme>
}) {
  const { t } = useTranslation()
  if (members.length < 2) return null
  return (
    <nav className="glance" aria-label={t('parent.children')}>
      {members.map((member) => {
        const levels = levelsOf(member, schemes)
        const [firstLevel] = levels
        return (
          <a key={member.uuid} href={`#${childAnchor(member)}`}>
            {firstLevel ? (
              <LevelRing progress={firstLevel.progress} levelTitle={firstLevel.levelTitle} size="4.25rem" plain />
            ) : null}
            <b>{member.firstname}</b>
            <span className="small dim">
              {levels.length === 0
                ? t('parent.glanceNone')
                : t('parent.glance', {
                    numbers: levels.map((level) => level.progress.toGo).join(t('parent.glanceJoin')),
                  })}
            </span>
          </a>
        )
      })}
    </nav>
  )
}
