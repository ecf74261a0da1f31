import type { Command } from './command.ts'
import { decideToday } from './decide-today.ts'

/** The club's note about a member; empty = none. */
export interface NotePayload {
  memberUuid: string
  groupId: string
  value: string
  /** Unix seconds at entry. */
  timestamp: number
}

export function noteLane({ memberUuid }: Pick<NotePayload, 'memberUuid'>, club: string): string {
  return `note/${club}/${memberUuid}`
}

export const noteCommand: Command<NotePayload> = {
  lane: noteLane,
  isValid: () => true,
  decide: (state, edit, nowMs) => decideToday(state, edit, nowMs),
}
