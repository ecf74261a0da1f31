import { Type, type Static } from 'typebox'
import { FlagNumber } from './fields.ts'
import { Language } from './client.ts'

/** [3.5]; `logo` and `languages` only when asked for [7.19]. */
export const Club = Type.Object({
  id: Type.String(),
  name: Type.String(),
  ngo_id: Type.Union([Type.String(), Type.Null()]),
  time_zone: Type.String(),
  parent_portal: FlagNumber,
  member_types: Type.Array(Type.String()),
  logo: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  languages: Type.Optional(Type.Array(Language)),
})
export type Club = Static<typeof Club>
