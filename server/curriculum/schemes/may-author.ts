import { curriculumPolicy } from '#domain/curriculum/policy.ts'
import { rightOf } from '#domain/platform/rights.ts'
import type { Session } from '#server/platform/http/session.ts'

/** Whether a reader also writes schemes, and therefore sees what others do not, such as deleted schemes. */
export function mayAuthor(session: Session): boolean {
  return rightOf(curriculumPolicy['schemes.author'], session) !== null
}
