/**
 * A `draft` is seen by authors only. A `retired` scheme takes no new groups; those that have it go on, and marks and
 * certificates stay.
 */
export type SchemeState = 'draft' | 'released' | 'retired'

/** What has come of a scheme, which others than authors know of. */
export interface SchemeUse {
  /** A member has marks or progress in it. */
  marks: boolean
  /** A group has it, or a lesson plan is about it. */
  groups: boolean
  published: boolean
}

/** Why a scheme cannot come into a state. */
export const STATE_OBSTACLES = ['HAS_MARKS', 'HAS_GROUPS', 'IS_PUBLISHED', 'IS_DRAFT'] as const
type StateObstacle = (typeof STATE_OBSTACLES)[number]

/** What keeps a scheme from coming into another state; null when nothing does. */
export function stateObstacle(from: SchemeState, to: SchemeState, use: SchemeUse): StateObstacle | null {
  if (to === 'retired') return from === 'draft' ? 'IS_DRAFT' : null
  if (to === 'released') return null
  if (use.marks) return 'HAS_MARKS'
  if (use.groups) return 'HAS_GROUPS'
  return use.published ? 'IS_PUBLISHED' : null
}

/** Whether a group may have a scheme; `hasIt` says that the group has it already. */
export function mayTeach(state: SchemeState, hasIt: boolean): boolean {
  return state === 'released' || (state === 'retired' && hasIt)
}
