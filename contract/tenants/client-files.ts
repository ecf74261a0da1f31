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
  /** Pixels, of pictures that are made of them. */
  width: Type.Union([Type.Integer(), Type.Null()]),
  height: Type.Union([Type.Integer(), Type.Null()]),
  created_ts: Type.Integer(),
  /** Who put it; null of a copy of what another client published. */
  by: Type.Union([Type.String(), Type.Null()]),
  /** How many things use it; no used file can be deleted. */
  used: Type.Integer(),
  /** The first of them, by name: `to` is where they are in the scheme portal, null where nobody can go. */
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
    /** 1: only what nothing uses. */
    unused: Type.Optional(Flag),
  },
  strict,
)
export type ClientFilesQuery = Static<typeof ClientFilesQuery>
