import { nodeOf, type Course } from '#web/portals/coach/groups/group-data.ts'

/** The titles of levels, such as `Stage 4, Stage 5`, without deleted ones; empty while the curriculum loads. */
export function levelNames(course: Course | undefined, ids: readonly string[]): string {
  return course ? ids.flatMap((id) => nodeOf(course, id)?.title ?? []).join(', ') : ''
}
