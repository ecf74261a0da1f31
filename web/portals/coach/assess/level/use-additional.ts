import { useMemo, useState } from 'react'
import type { Group } from '#contract/scheduling/groups.ts'
import type { SchemeNode } from '#contract/curriculum/schemes.ts'
import { additionalSkills, saveAdditional, readAdditional } from './additional.ts'
import { useFeature } from '#web/portals/coach/features.ts'
import { levelsOf, skillsOf, type CompiledCurriculum } from '#web/portals/coach/groups/group-data.ts'

/** The additional skills of a scheme on this device. */
export interface AdditionalSkills {
  /** The chosen skills outside the group's levels, in tree order. */
  skills: readonly SchemeNode[]
  /** All chosen ids. */
  ids: ReadonlySet<string>
  /** The group's own skills, which are shown without being chosen. */
  groupSkillIds: ReadonlySet<string>
  toggle: (id: string) => void
}

/**
 * Additional skills for a group; null where the client does not allow them, or the group marks current levels only
 * [4.25].
 */
export function useAdditional(compiled: CompiledCurriculum, group: Group): AdditionalSkills | null {
  const slug = compiled.curriculum.slug
  const allowed = useFeature('ENABLE_ADDITIONAL_ASSESSMENTS') && !group.assessment_level_limit
  const [ids, setIds] = useState(() => readAdditional(slug))
  const groupSkillIds = useMemo(() => {
    const skills = levelsOf(compiled, group).flatMap((level) => skillsOf(compiled, level.id))
    return new Set(skills.map(({ id }) => id))
  }, [compiled, group])
  const skills = useMemo(() => additionalSkills(compiled, ids, groupSkillIds), [compiled, ids, groupSkillIds])
  if (!allowed) return null
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((chosen) => chosen !== id) : [...ids, id]
    setIds(next)
    saveAdditional(slug, next)
  }
  return { skills, ids: new Set(ids), groupSkillIds, toggle }
}
