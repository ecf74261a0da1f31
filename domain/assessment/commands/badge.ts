import type { Command } from './command.ts'
import { decideToday, isLevel } from './decide-today.ts'

/** Whether the badge of a passed level was handed over. */
export interface BadgePayload {
  memberUuid: string
  groupId: string
  schemeSlug: string
  /** The id of the level. */
  schemeNodeId: string
  value: boolean
  /** Unix seconds at entry. */
  timestamp: number
}

export function badgeLane({
  memberUuid,
  schemeSlug,
  schemeNodeId,
}: Pick<BadgePayload, 'memberUuid' | 'schemeSlug' | 'schemeNodeId'>): string {
  return `badge/${memberUuid}/${schemeSlug}${schemeNodeId}`
}

export const badgeCommand: Command<BadgePayload> = {
  lane: badgeLane,
  isValid: () => true,
  decide: (state, edit, nowMs) => decideToday(state, edit, nowMs, () => (isLevel(state) ? null : 'UNKNOWN_NODE')),
}
