import { nodeOf, type Course } from '#web/portals/coach/groups/group-data.ts'

/** `Stage 4, Stage 5`; empty while the curriculum loads. Levels that are gone are left out. */
export function levelNames(course: Course | undefined, ids: readonly string[]): string {
  return course ? ids.flatMap((id) => nodeOf(course, id)?.title ?? []).join(', ') : ''
}
