import type { Command } from './command.ts'
import { decideToday } from './decide-today.ts'

/** Whether a member moves on from a group or stays [R7.19]; null, where it occurs, means that nobody has decided. */
export type Move = 'move' | 'stay'

/** The decision whether a member moves on from a group or stays [4.30]. */
export interface MovePayload {
  memberUuid: string
  groupId: string
  value: Move | null
  /** Unix seconds at entry. */
  timestamp: number
}

export function moveLane({ groupId, memberUuid }: Pick<MovePayload, 'groupId' | 'memberUuid'>): string {
  return `move/${groupId}/${memberUuid}`
}

export const moveCommand: Command<MovePayload> = {
  lane: moveLane,
  isValid: () => true,
  decide: (state, edit, nowMs) => decideToday(state, edit, nowMs),
}
