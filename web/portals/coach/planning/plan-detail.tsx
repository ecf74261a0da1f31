import { Clock, StickyNote } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { planMinutes, type PlanBlock, type PlanContent } from '#domain/assessment/lesson-plan.ts'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'
import { skillTitle } from './skill-choices.ts'
import './plans.css'

/** A plan for reading and printing. */
export function PlanDetail({ content, compiled }: { content: PlanContent; compiled: CompiledCurriculum | undefined }) {
  const { t } = useTranslation()
  const minutes = planMinutes(content.sections)
  return (
    <article className="plan-sheet">
      <header>
        <h2>{content.title}</h2>
        {minutes > 0 ? (
          <p className="dim facts">
            <Icon icon={Clock} />
            {t('coach.plan.minutes', { minutes })}
          </p>
        ) : null}
      </header>
      {content.reminder === '' ? null : (
        <p className="reminder">
          <Icon icon={StickyNote} />
          <span>
            <b>{t('coach.plan.reminder')}: </b>
            {content.reminder}
          </span>
        </p>
      )}
      {content.sections.map((section, index) => (
        <section key={section.id}>
          <h3>{section.title === '' ? t('coach.plan.sectionNumber', { number: index + 1 }) : section.title}</h3>
          {section.blocks.length === 0 ? <p className="dim">{t('coach.plan.nothingHere')}</p> : null}
          {section.blocks.map((block) => (
            <BlockText key={block.id} block={block} compiled={compiled} />
          ))}
        </section>
      ))}
    </article>
  )
}

/** One block as text: an activity, or a list of skills. */
function BlockText({ block, compiled }: { block: PlanBlock; compiled: CompiledCurriculum | undefined }) {
  const { t } = useTranslation()
  if (block.type === 'activity')
    return (
      <div className="read-block">
        <p className="text">{block.text}</p>
        {block.minutes === null ? null : <p className="when">{t('coach.plan.minutes', { minutes: block.minutes })}</p>}
      </div>
    )
  if (block.nodes.length === 0) return null
  return (
    <ul className="read-block plan-skills">
      {block.nodes.map((id) => (
        <li key={id}>
          <Glyph kind="s" />
          {skillTitle(compiled, id) ?? t(compiled ? 'coach.plan.goneSkill' : 'coach.plan.noCurriculum')}
        </li>
      ))}
    </ul>
  )
}
