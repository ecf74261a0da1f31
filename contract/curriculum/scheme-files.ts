import { Type, type Static } from 'typebox'
import type { ImportProblemCode } from '#domain/curriculum/transfer/scheme-file.ts'
import { EditBody, SettingChangeBody } from './authoring.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Changes } from './sharing.ts'

const FileFormat = Type.Union([Type.Literal('json'), Type.Literal('csv')])

export const ExportQuery = Type.Object({ format: FileFormat }, strict)

/** A file from which a new scheme is made. */
export const ImportBody = Type.Object(
  {
    format: FileFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** The name of the scheme, instead of the one in the file. An outline has none, so it needs this one. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    /** True: only reports what would be imported. */
    check: Type.Boolean(),
  },
  strict,
)
export type ImportBody = Static<typeof ImportBody>

/** Something in a file that cannot be imported as it is. */
const ImportProblem = Type.Object({
  /** The line of a CSV file, a node's id, a name, or the type and id of a setting (`section 2`). */
  at: Type.String(),
  code: Type.Unsafe<ImportProblemCode>(Type.String()),
  /** The value in the file, or other details; may be empty. */
  what: Type.String(),
})

/** What the import of a file as a new scheme did, or would do. */
export const ImportReport = Type.Object({
  /** The name of the scheme. */
  name: Type.String(),
  /** The number of its nodes. */
  nodes: Type.Integer(),
  /** The first problems; there are `problem_count` in all. */
  problems: Type.Array(ImportProblem),
  problem_count: Type.Integer(),
  /** The new scheme; null when the file was only checked. */
  slug: Type.Union([Type.String(), Type.Null()]),
  /** The id by which to ask for the state of a large import, which goes on after this reply; else null. */
  import: Type.Union([Uuid, Type.Null()]),
})
export type ImportReport = Static<typeof ImportReport>

/** How far a large import is: `done` of `total` nodes, null while their number is not known. */
export const ImportState = Type.Object({
  slug: Type.String(),
  state: Type.Union([Type.Literal('running'), Type.Literal('done'), Type.Literal('failed')]),
  done: Type.Integer(),
  total: Type.Union([Type.Integer(), Type.Null()]),
})
export type ImportState = Static<typeof ImportState>

/** A file to import into an existing scheme. */
export const ImportIntoBody = Type.Object(
  {
    format: FileFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** Which side wins where the scheme (`here`) and the file have both changed something since the export. */
    prefer: Type.Union([Type.Literal('here'), Type.Literal('file')]),
  },
  strict,
)
export type ImportIntoBody = Static<typeof ImportIntoBody>

/** Content that an import would remove without replacing it: a node, a section, a text in one language, or a video. */
const RemovedContent = Type.Object({
  /** The id and the title of the node. */
  id: Type.String(),
  title: Type.String(),
  what: Type.Union([Type.Literal('node'), Type.Literal('section'), Type.Literal('words'), Type.Literal('video')]),
  /** The beginning of the text. */
  text: Type.String(),
})

/** What a file would change in a scheme. It is saved only by sending `edits` to `POST /curriculum/{slug}/edits`. */
export const ImportPlan = Type.Object({
  /** The revision of the scheme for which the plan was computed. */
  revision: Type.Integer(),
  /** Settings of the whole scheme: languages, sections, scales and videos. */
  settings: Type.Array(SettingChangeBody),
  changes: Changes,
  conflicts: Type.Array(ImportProblem),
  conflict_count: Type.Integer(),
  removed: Type.Array(RemovedContent),
  removed_count: Type.Integer(),
  /** What cannot be imported. */
  problems: Type.Array(ImportProblem),
  problem_count: Type.Integer(),
  /** Why the import is not possible at all: a circle of rules, or too many nodes; else null. */
  refused: Type.Union([
    Type.Object({ code: Type.String(), id: Type.String(), ids: Type.Array(Type.String()) }),
    Type.Null(),
  ]),
  edits: Type.Array(EditBody),
})
export type ImportPlan = Static<typeof ImportPlan>
