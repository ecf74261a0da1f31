import { Type, type Static } from 'typebox'
import type { ImportProblemCode } from '#domain/curriculum/transfer/scheme-file.ts'
import { EditBody, SettingBody } from './authoring.ts'
import { strict, Uuid } from '#contract/platform/fields.ts'
import { Changes } from './sharing.ts'

export const FileFormat = Type.Union([Type.Literal('json'), Type.Literal('csv')])

/** A scheme as a file, to become a new scheme. */
export const ImportBody = Type.Object(
  {
    format: FileFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** Instead of the file's own name; an outline has none. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    /** Only says what would fit. */
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
  /** It is brought in beside the requests: ask for its state by this. */
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

/** A file about a scheme that there is. */
export const ImportIntoBody = Type.Object(
  {
    format: FileFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** Whose word counts where the scheme and the file have both changed something since the file was written. */
    prefer: Type.Union([Type.Literal('here'), Type.Literal('file')]),
  },
  strict,
)
export type ImportIntoBody = Static<typeof ImportIntoBody>

/** What goes and does not come elsewhere: words of a node in all or one of its languages, a section, a video. */
const RemovedContent = Type.Object({
  id: Type.String(),
  title: Type.String(),
  what: Type.Union([Type.Literal('node'), Type.Literal('section'), Type.Literal('words'), Type.Literal('video')]),
  /** The first words of it. */
  text: Type.String(),
})

/** What a file would do to a scheme. Nothing is saved: `edits` are, as one batch of `POST /curriculum/{slug}/edits`. */
export const ImportPlan = Type.Object({
  /** The revision it was worked out for. */
  revision: Type.Integer(),
  /** Settings of the whole scheme: languages, sections, scales and videos. */
  settings: Type.Array(SettingBody),
  changes: Changes,
  conflicts: Type.Array(ImportProblem),
  conflict_count: Type.Integer(),
  removed: Type.Array(RemovedContent),
  removed_count: Type.Integer(),
  /** What of the file does not fit. */
  problems: Type.Array(ImportProblem),
  problem_count: Type.Integer(),
  /** Why the whole cannot be: a circle of rules, or too many nodes. */
  refused: Type.Union([
    Type.Object({ code: Type.String(), id: Type.String(), ids: Type.Array(Type.String()) }),
    Type.Null(),
  ]),
  edits: Type.Array(EditBody),
})
export type ImportPlan = Static<typeof ImportPlan>
