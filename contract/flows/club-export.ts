import { Type, type Static } from 'typebox'

/** So many marks and entries of attendance are counted; a large club has millions, and each of them would be read. */
export const COUNTED_ENTRIES = 10_000

/** How much an export of everything of a club holds. */
export const ClubExportCounts = Type.Object({
  members: Type.Integer(),
  /** The levels that members hold. */
  levels: Type.Integer(),
  /** All marks ever given to them, `COUNTED_ENTRIES` at most. */
  marks: Type.Integer({ maximum: COUNTED_ENTRIES }),
  groups: Type.Integer(),
  /** `COUNTED_ENTRIES` at most. */
  attendance: Type.Integer({ maximum: COUNTED_ENTRIES }),
})
export type ClubExportCounts = Static<typeof ClubExportCounts>
