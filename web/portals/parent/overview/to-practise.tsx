import { useTranslation } from 'react-i18next'
import { levelsOf } from '#web/features/progress-view/member-progress.ts'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { useFamily } from './use-family.ts'

/** How many skills of a level are shown. */
const MAX_SKILLS = 4

/** The skills that each child has still to learn at the current level, begun ones first, to practise at home. */
export function ToPractise({ onOpen }: { onOpen: (slugAndNodeId: string) => void }) {
  const { t } = useTranslation()
  const family = useFamily()
  if (family.state !== 'ready') return null
  const { members, schemes } = family.family
  const levelsToPractise = members.flatMap((member) =>
    levelsOf(member, schemes).flatMap(({ slug, levelTitle, progress }) => {
      const begun = progress.rungs.filter((rung) => rung.state === 'begun')
      const notBegun = progress.rungs.filter((rung) => rung.state === 'open')
      const rungs = [...begun, ...notBegun].slice(0, MAX_SKILLS)
      return rungs.length === 0 ? [] : [{ member, slug, levelTitle, rungs }]
    }),
  )
  if (levelsToPractise.length === 0) return null
  return (
    <section className="stack" aria-labelledby="practise">
      <h3 id="practise">{t('parent.practise')}</h3>
      {levelsToPractise.map(({ member, slug, levelTitle, rungs }) => (
        <div key={member.uuid + slug} className="stack">
          <p className="small dim">{t('parent.skill.of', { name: member.firstname, level: levelTitle })}</p>
          <ul className="choices">
            {rungs.map((rung) => (
              <li key={rung.id}>
                <button type="button" onClick={() => onOpen(slug + rung.id)}>
                  <Pip mark={rung.state} />
                  <span className="grow">
                    {keepUnitsTogether(schemes.get(slug)?.nodes.get(rung.id)?.title ?? rung.id)}
                  </span>
                  <span className="small dim">{t(rung.state === 'begun' ? 'progress.begun' : 'progress.notYet')}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}
