import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/assessment/linked-member.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import type { Rung } from '#domain/assessment/level-progress.ts'
import { firstSentence, homePractice } from '#domain/curriculum/practice.ts'
import { levelsOf } from '#web/features/progress-view/member-progress.ts'
import { Poster } from '#web/features/scheme-browser/stored-file.tsx'
import { Pip } from '#web/ui/rungs/pip.tsx'
import { keepUnitsTogether } from '#web/ui/keep-units-together.ts'
import { useFamily, useVideos, type Family } from './use-family.ts'

/** How many skills of a level are listed under each heading. */
const MAX_SKILLS = 4

/** An open skill of a child's level: its state, and its node in the curriculum. */
interface OpenSkill {
  rung: Rung
  node: SchemeNode
}

interface OpenLevel {
  member: Member
  /** The scheme's slug. */
  slug: string
  levelTitle: string
  skills: OpenSkill[]
}

/** The skills that each child has still to learn at the current level, begun ones first. */
function openLevels({ members, schemes }: Family): OpenLevel[] {
  return members.flatMap((member) =>
    levelsOf(member, schemes).map(({ slug, levelTitle, progress: { rungs } }) => {
      const inOrder = ['begun', 'open'].flatMap((state) => rungs.filter((rung) => rung.state === state))
      const skills = inOrder.flatMap((rung) => {
        const node = schemes.get(slug)?.nodes.get(rung.id)
        return node ? [{ rung, node }] : []
      })
      return { member, slug, levelTitle, skills }
    }),
  )
}

/** The levels with these of their skills only, without levels of which none are left. */
function pick(levels: readonly OpenLevel[], wanted: (skill: OpenSkill) => boolean): OpenLevel[] {
  return levels
    .map((level) => ({ ...level, skills: level.skills.filter(wanted).slice(0, MAX_SKILLS) }))
    .filter(({ skills }) => skills.length > 0)
}

/** What each child can practise at home at the current level, and the skills that come next in the lessons. */
export function ToPractise({ onOpen }: { onOpen: (slugAndNodeId: string) => void }) {
  const { t } = useTranslation()
  const family = useFamily()
  if (family.state !== 'ready') return null
  const levels = openLevels(family.family)
  const isForHome = ({ node }: OpenSkill) => homePractice(node.content) !== undefined
  return (
    <>
      <Skills title={t('parent.practise')} levels={pick(levels, isForHome)} onOpen={onOpen} />
      <Skills title={t('parent.comesNext')} levels={pick(levels, (skill) => !isForHome(skill))} onOpen={onOpen} />
    </>
  )
}

function Skills({
  title,
  levels,
  onOpen,
}: {
  title: string
  levels: readonly OpenLevel[]
  onOpen: (slugAndNodeId: string) => void
}) {
  const { t } = useTranslation()
  if (levels.length === 0) return null
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      {levels.map(({ member, slug, levelTitle, skills }) => (
        <div key={member.uuid + slug} className="stack">
          <p className="small dim">{t('parent.skill.of', { name: member.firstname, level: levelTitle })}</p>
          <ul className="choices">
            {skills.map((skill) => (
              <li key={skill.node.id}>
                <button type="button" onClick={() => onOpen(slug + skill.node.id)}>
                  <Skill slug={slug} skill={skill} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** A skill's state and title; with something to practise at home also its first sentence and a picture. */
function Skill({ slug, skill: { rung, node } }: { slug: string; skill: OpenSkill }) {
  const { t } = useTranslation()
  const practice = homePractice(node.content)
  const videos = useVideos(slug, practice ? node.videos : [])
  const poster = videos.find((video) => video.poster !== null)?.poster ?? null
  return (
    <>
      <Pip mark={rung.state} />
      <span className="grow">
        {keepUnitsTogether(node.title)}
        {practice ? <small>{keepUnitsTogether(firstSentence(practice.value))}</small> : null}
        <small className="dim">{t(rung.state === 'begun' ? 'progress.begun' : 'progress.notYet')}</small>
      </span>
      {poster === null ? null : <Poster address={poster} />}
    </>
  )
}
