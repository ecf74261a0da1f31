import type { EditKind, Payloads } from './commands.ts'
import { nodeOfMark } from './mark.ts'

/** The ids of what an edit is about, which decide what its command must be told; null for what its kind does not name. */
export interface Named {
  groupId: string | null
  memberId: string | null
  schemeSlug: string | null
  nodeId: string | null
  /** The coach with whom a plan is shared. */
  colleagueId: string | null
}

export function namedBy(payload: Payloads[EditKind]): Named {
  const plannedScheme = 'content' in payload ? payload.content?.schemeSlug : undefined
  return {
    groupId: 'groupId' in payload ? payload.groupId : null,
    memberId: 'memberUuid' in payload ? payload.memberUuid : null,
    schemeSlug: 'schemeSlug' in payload ? payload.schemeSlug : (plannedScheme ?? null),
    nodeId: 'schemeNodeId' in payload ? nodeOfMark(payload.schemeNodeId) : null,
    colleagueId: 'userUuid' in payload ? payload.userUuid : null,
  }
}
