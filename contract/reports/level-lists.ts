import { Type, type Static } from 'typebox'
import { DateText, nullable, strict } from '#contract/platform/fields.ts'
import { ReportMonths } from './reports.ts'

/**
 * `waiting`: children with all that a level needs, whose coach has not passed it. `badges`: levels passed whose badge was
 * not handed over, to be ordered and handed out.
 */
export const LevelListKind = Type.Union([Type.Literal('waiting'), Type.Literal('badges')])
export type LevelListKind = Static<typeof LevelListKind>

/** `months`: how far back badges are listed; three when left out. A level that waits is listed whatever its age. */
export const LevelListQuery = Type.Object({ months: Type.Optional(ReportMonths) }, strict)
export type LevelListQuery = Static<typeof LevelListQuery>

/** A child in a list. */
const LevelListMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  /** The day on which the level was passed; null while it waits. */
  day: nullable(DateText),
})

/** The children of one group at one level; those without a group in that scheme have none. */
export const LevelListRow = Type.Object({
  /** The scheme's slug and the level's node id (`swim/stage-4`). */
  level: Type.String(),
  title: Type.String(),
  scheme: Type.String(),
  group_id: nullable(Type.String()),
  group: nullable(Type.String()),
  /** How many they are, also beyond the first that are listed. */
  count: Type.Integer(),
  members: Type.Array(LevelListMember),
})
export type LevelListRow = Static<typeof LevelListRow>

/** How many children there are at a level, in all groups: what is ordered. */
const LevelListLevel = Type.Object({ ...Type.Pick(LevelListRow, ['level', 'title', 'scheme', 'count']).properties })
export type LevelListLevel = Static<typeof LevelListLevel>

/**
 * By scheme, level and group. `total` and `levels` count children and levels also beyond the first that the rows list.
 */
export const LevelList = Type.Object({
  total: Type.Integer(),
  levels: Type.Array(LevelListLevel),
  rows: Type.Array(LevelListRow),
})
export type LevelList = Static<typeof LevelList>
