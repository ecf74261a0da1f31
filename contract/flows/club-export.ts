import { Type, type Static } from 'typebox'

/** How much an export of everything of a club holds. */
export const ClubExportCounts = Type.Object({
  members: Type.Integer(),
  /** The levels that members hold. */
  levels: Type.Integer(),
  /** All marks ever given to them. */
  marks: Type.Integer(),
  groups: Type.Integer(),
  attendance: Type.Integer(),
})
export type ClubExportCounts = Static<typeof ClubExportCounts>
