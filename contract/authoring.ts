import { Type, type Static } from 'typebox'
import type { AuthorNode, Edit } from '#domain/tree.ts'
import { ContentType, GradeScale, SchemeSection, Video } from './schemes.ts'
import { NodeId, strict } from './fields.ts'

/** Words by two-letter language. */
const Words = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ maxLength: 20_000 }))
const Title = Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.String({ maxLength: 200 }))
const Kind = Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')])
const Ids = Type.Array(NodeId, { maxItems: 20_000 })
const Parent = Type.Union([NodeId, Type.Null()])

const fields = {
  t: Kind,
  /** Grade kind 1–8 of a skill; null = not assessable. */
  grade: Type.Union([Type.Integer({ minimum: 1, maximum: 8 }), Type.Null()]),
  group: Type.Union([Type.String({ minLength: 1, maxLength: 50 }), Type.Null()]),
  /** So many of these nodes; null = all children that count. */
  completion: Type.Union([Type.Object({ ids: Ids, count: Type.Integer() }, strict), Type.Null()]),
  completionType: Type.Union([Type.Literal('automated'), Type.Literal('manual')]),
  /** Nodes that must be complete besides. */
  required: Ids,
  hidden: Type.Boolean(),
  skipped: Type.Boolean(),
  starred: Type.Boolean(),
  content: Type.Array(Type.Object({ type: ContentType, title: Title, value: Words }, strict), { maxItems: 100 }),
  videos: Type.Array(Type.Integer({ minimum: 1 }), { maxItems: 100 }),
}

/** A node as its author has it: all languages, hidden and skipped ones too. */
export const AuthorNodeBody = Type.Unsafe<AuthorNode>(
  Type.Object({ id: NodeId, parentId: Parent, title: Title, ...fields }, strict),
)

/** Any fields of a node; in `title` each language is a field of its own, null takes it away. */
export const NodeFieldsBody = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    title: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    ),
  },
  strict,
)

export const EditBody = Type.Unsafe<Edit>(
  Type.Union([
    Type.Object(
      { do: Type.Literal('add'), nodes: Type.Array(AuthorNodeBody, { minItems: 1, maxItems: 20_000 }), before: Parent },
      strict,
    ),
    Type.Object({ do: Type.Literal('set'), id: NodeId, set: NodeFieldsBody }, strict),
    Type.Object({ do: Type.Literal('move'), ids: Ids, parentId: Parent, before: Parent }, strict),
    Type.Object({ do: Type.Literal('remove'), ids: Ids }, strict),
    Type.Object(
      {
        do: Type.Literal('restore'),
        places: Type.Array(Type.Object({ id: NodeId, before: Parent }, strict), { maxItems: 20_000 }),
      },
      strict,
    ),
  ]),
)

export const EditsBody = Type.Object(
  {
    /** The revision the author's page shows: the answer tells what came after it. */
    base: Type.Integer({ minimum: 0 }),
    /** One step: all or none. */
    edits: Type.Array(EditBody, { minItems: 1, maxItems: 1_000 }),
  },
  strict,
)

/** One saved step. */
export const SavedEdits = Type.Object({
  revision: Type.Integer(),
  by: Type.String(),
  /** Name of who did it. */
  byName: Type.String(),
  edits: Type.Array(EditBody),
})
export type SavedEdits = Static<typeof SavedEdits>

export const EditsReply = Type.Object({
  revision: Type.Integer(),
  /** Everything saved after `base`, one's own last; null when that is too long ago: load the tree again. */
  steps: Type.Union([Type.Array(SavedEdits), Type.Null()]),
})
export type EditsReply = Static<typeof EditsReply>

/** `GET /curriculum/{slug}?raw=1`: the whole tree for its authors. */
export const RawCurriculum = Type.Object({
  slug: Type.String(),
  uuid: Type.String(),
  name: Type.Record(Type.String(), Type.String()),
  revision: Type.Integer(),
  /** Locales; the first is the one others fall back to. */
  languages: Type.Array(Type.String()),
  grades: Type.Array(GradeScale),
  sections: Type.Array(SchemeSection),
  videos: Type.Array(Video),
  /** Living nodes, parents before children, siblings in their order. */
  nodes: Type.Array(AuthorNodeBody),
  /** Deleted ones: their ids are never given again. */
  gone: Type.Array(AuthorNodeBody),
})
export type RawCurriculum = Static<typeof RawCurriculum>

/** What an edit would change for members, before it is saved. */
export const Impact = Type.Object({
  members: Type.Integer(),
  /** Where they are, by name: how many would gain at least one level, how many would lose one. */
  clubs: Type.Array(Type.Object({ name: Type.String(), gained: Type.Integer(), lost: Type.Integer() })),
  levels: Type.Array(
    Type.Object({
      id: Type.String(),
      /** Members who would pass this level by it, and who would no longer. */
      gained: Type.Integer(),
      lost: Type.Integer(),
    }),
  ),
})
export type Impact = Static<typeof Impact>
