import { attendanceCommand, type AttendancePayload } from './attendance.ts'
import { badgeCommand, type BadgePayload } from './badge.ts'
import type { Command } from './command.ts'
import { familyWordCommand, type FamilyWordPayload } from './family-word.ts'
import {
  planGroupCommand,
  planShareCommand,
  planCommand,
  type PlanGroupPayload,
  type PlanSharePayload,
  type PlanPayload,
} from './lesson-plan.ts'
import { guestCommand, type GuestPayload } from './guest.ts'
import { markCommand, type MarkPayload } from './mark.ts'
import { moveCommand, type MovePayload } from './move.ts'
import { noteCommand, type NotePayload } from './note.ts'

/** The values that a coach records besides marks. Each value is a lane, in which the newest counts [R7.23]. */
export interface RegisterPayloads {
  attendance: AttendancePayload
  badge: BadgePayload
  move: MovePayload
  note: NotePayload
  family_word: FamilyWordPayload
}
export type RegisterKind = keyof RegisterPayloads
export type RegisterPayload = RegisterPayloads[RegisterKind]

interface PlanPayloads {
  plan: PlanPayload
  plan_share: PlanSharePayload
  plan_group: PlanGroupPayload
}
export type PlanKind = keyof PlanPayloads
export type AnyPlanPayload = PlanPayloads[PlanKind]

/** The payloads of all kinds of edits. */
export interface Payloads extends RegisterPayloads, PlanPayloads {
  mark: MarkPayload
  guest: GuestPayload
}
export type EditKind = keyof Payloads

type Commands<P> = { readonly [K in keyof P]: Command<P[K]> }

const registerCommands: Commands<RegisterPayloads> = {
  attendance: attendanceCommand,
  badge: badgeCommand,
  move: moveCommand,
  note: noteCommand,
  family_word: familyWordCommand,
}

const planCommands: Commands<PlanPayloads> = {
  plan: planCommand,
  plan_share: planShareCommand,
  plan_group: planGroupCommand,
}

/** Everything that a coach can do offline, by the kind of the operation. */
const commands: Commands<Payloads> = {
  mark: markCommand,
  guest: guestCommand,
  ...registerCommands,
  ...planCommands,
}

export function isRegisterKind(kind: string): kind is RegisterKind {
  return Object.hasOwn(registerCommands, kind)
}

export function isPlanKind(kind: string): kind is PlanKind {
  return Object.hasOwn(planCommands, kind)
}

export function isEditKind(kind: string): kind is EditKind {
  return Object.hasOwn(commands, kind)
}

/** The command of a kind for callers whose payload is checked against that kind, which the compiler cannot follow. */
export function commandOf(kind: EditKind): Command<unknown> {
  return commands[kind] as Command<unknown>
}
