import type { Command } from './command.ts'
import { decideToday, isLevel } from './decide-today.ts'

/** A sentence or two; the mail about the level and the list of awards show it whole. */
export const FAMILY_WORD_MAX = 300

/** A coach's own words about a passed level, which the child's parents read with it; empty = none. */
export interface FamilyWordPayload {
  memberUuid: string
  groupId: string
  schemeSlug: string
  /** The id of the level. */
  schemeNodeId: string
  value: string
  /** Unix seconds at entry. */
  timestamp: number
}

/** Each club has its own word about a level, which coaches of other clubs neither read nor replace. */
export function familyWordLane(
  { memberUuid, schemeSlug, schemeNodeId }: Pick<FamilyWordPayload, 'memberUuid' | 'schemeSlug' | 'schemeNodeId'>,
  club: string,
): string {
  return `family_word/${club}/${memberUuid}/${schemeSlug}${schemeNodeId}`
}

export const familyWordCommand: Command<FamilyWordPayload> = {
  lane: familyWordLane,
  isValid: () => true,
  decide: (state, edit, nowMs) => decideToday(state, edit, nowMs, () => (isLevel(state) ? null : 'UNKNOWN_NODE')),
}
