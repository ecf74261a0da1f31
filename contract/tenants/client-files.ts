import { Type, type Static } from 'typebox'
import { Flag, strict } from '#contract/platform/fields.ts'
import { PurposeName } from '#contract/platform/files.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** A file of the client, with what uses it. */
export const ClientFile = Type.Object({
  id: Type.String(),
  purpose: PurposeName,
  filename: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  /** The size of a picture in pixels; null for an SVG and for other files. */
  width: Type.Union([Type.Integer(), Type.Null()]),
  height: Type.Union([Type.Integer(), Type.Null()]),
  created_ts: Type.Integer(),
  /** Who uploaded it; null for a copy of a file that another client published. */
  by: Type.Union([Type.String(), Type.Null()]),
  /** The number of uses; a file in use cannot be deleted. */
  used: Type.Integer(),
  /**
   * The first uses by name. `kind` is the type of the thing that uses the file; `to` is the address of that thing's
   * page in the scheme portal, or null.
   */
  uses: Type.Array(
    Type.Object({ kind: Type.String(), name: Type.String(), to: Type.Union([Type.String(), Type.Null()]) }),
  ),
})
export type ClientFile = Static<typeof ClientFile>

const Sort = Type.Union([
  Type.Literal('acreated'),
  Type.Literal('dcreated'),
  Type.Literal('aname'),
  Type.Literal('dname'),
  Type.Literal('abytes'),
  Type.Literal('dbytes'),
])

export const ClientFilesQuery = Type.Object(
  {
    ...paging,
    sort: Type.Optional(Sort),
    search: Type.Optional(Search),
    purpose: Type.Optional(PurposeName),
    /** 1: only files that are not used. */
    unused: Type.Optional(Flag),
  },
  strict,
)
export type ClientFilesQuery = Static<typeof ClientFilesQuery>
