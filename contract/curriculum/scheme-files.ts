import { Type, type Static } from 'typebox'
import type { ImportProblemCode } from '#domain/curriculum/transfer/scheme-file.ts'
import { EditBody, SettingChangeBody } from './authoring.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Changes } from './sharing.ts'

export const FileFormat = Type.Union([Type.Literal('json'), Type.Literal('csv')])

/** A file from which a new scheme is made. */
export const ImportBody = Type.Object(
  {
    format: FileFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** Instead of the file's own name; an outline has none. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    /** Only reports what would be imported. */
    check: Type.Boolean(),
  },
  strict,
)
export type ImportBody = Static<typeof ImportBody>

const ImportProblem = Type.Object({
  /** A line of a CSV file or a node's id. */
  at: Type.String(),
  code: Type.Unsafe<ImportProblemCode>(Type.String()),
  what: Type.String(),
})

export const ImportReport = Type.Object({
  name: Type.String(),
  nodes: Type.Integer(),
  /** The first of them; there are `problem_count`. */
  problems: Type.Array(ImportProblem),
  problem_count: Type.Integer(),
  /** The new scheme; null when it was only checked. */
  slug: Type.Union([Type.String(), Type.Null()]),
  /** The id by which to ask for the state of a large import, which goes on after this reply; else null. */
  import: Type.Union([Uuid, Type.Null()]),
})
export type ImportReport = Static<typeof ImportReport>

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
  id: Type.String(),
  title: Type.String(),
  what: Type.Union([Type.Literal('node'), Type.Literal('section'), Type.Literal('words'), Type.Literal('video')]),
  /** The beginning of the text. */
  text: Type.String(),
})

/** What a file would change in a scheme. It is saved only by sending `edits` to `POST /curriculum/{slug}/edits`. */
export const ImportPlan = Type.Object({
  /** The revision of the scheme for which it was computed. */
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
