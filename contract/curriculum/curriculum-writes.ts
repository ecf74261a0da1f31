import { Type, type Static } from 'typebox'
import { MAX_SECTIONS } from '#domain/curriculum/content.ts'
import { Count, NodeId, SettingNumber, strict } from '#contract/platform/fields.ts'
import { ContentSection } from './schemes.ts'

/** The fields of a node as `GET /curriculum/{slug}` returns them, in the language of the caller. */
const fields = {
  title: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
  t: Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')]),
  content: Type.Array(
    Type.Object(
      {
        ...ContentSection.properties,
        title: Type.String({ maxLength: 200 }),
        value: Type.String({ maxLength: 20_000 }),
      },
      strict,
    ),
    { maxItems: MAX_SECTIONS },
  ),
  group: Type.Union([Type.String({ maxLength: 50 }), Type.Null()]),
  grade: Type.Union([Type.Integer({ minimum: 1, maximum: 8 }), Type.Null()]),
  /** Listed node ids and how many of them are needed; null = all children that count. */
  completion: Type.Union([Type.Tuple([Type.Array(NodeId, { maxItems: 20_000 }), Count]), Type.Null()]),
  completion_type: Type.Union([Type.Literal('automated'), Type.Literal('manual')]),
  required: Type.Array(NodeId, { maxItems: 20_000 }),
  hidden: Type.Boolean(),
  skipped: Type.Boolean(),
  starred: Type.Boolean(),
  videos: Type.Array(SettingNumber, { maxItems: 100 }),
}

/** A node to add, with all below it. A node without an id gets one [R5.2]. */
export interface NewCurriculumNode extends Static<typeof NodeChanges> {
  id?: string
  parentId?: string | null
  title: string
  t: 'l' | 'sg' | 's'
  children?: NewCurriculumNode[]
}
const NodeChanges = Type.Partial(Type.Object(fields))

const Parent = Type.Union([NodeId, Type.Null()])

/** The schema of a node to add. `children` are such nodes again, which the schema does not check. */
export const NewCurriculumNode = Type.Unsafe<NewCurriculumNode>(
  Type.Object(
    {
      ...NodeChanges.properties,
      title: fields.title,
      t: fields.t,
      id: Type.Optional(NodeId),
      parentId: Type.Optional(Parent),
      children: Type.Optional(
        Type.Array(Type.Unknown(), { description: 'Nodes of this same shape', maxItems: 20_000 }),
      ),
    },
    strict,
  ),
)

/** Nodes to add to a scheme [7.32]. */
export const CurriculumBody = Type.Object(
  {
    curriculum: Type.Array(NewCurriculumNode, { minItems: 1, maxItems: 20_000 }),
    /** The id of the sibling before which they go; null or left out = the end. */
    before: Type.Optional(Parent),
  },
  strict,
)

/** Changes of a node's fields and of its position [7.33]. */
export const NodeUpdate = Type.Object(
  { ...NodeChanges.properties, parentId: Type.Optional(Parent), before: Type.Optional(Parent) },
  { ...strict, minProperties: 1 },
)
export type NodeUpdate = Static<typeof NodeUpdate>
