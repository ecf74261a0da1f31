import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** A tag of curriculum nodes [3.19], [5.12]; `used` is the number of nodes that have it. */
export const Tag = Type.Object({ id: Type.String(), name: Type.String(), used: Type.Integer() })
export type Tag = Static<typeof Tag>

/** A name has no comma, because the tags of a node are a comma-separated list. */
export const TagBody = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\p{Cc},]*[^\\p{Cc},\\s][^\\p{Cc},]*$' }) },
  strict,
)

export const TagsQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(
      Type.Union([Type.Literal('aname'), Type.Literal('dname'), Type.Literal('aused'), Type.Literal('dused')]),
    ),
    search: Type.Optional(Search),
  },
  strict,
)
export type TagsQuery = Static<typeof TagsQuery>
