import { Type, type Static } from 'typebox'
import type { ImportProblemCode } from '#domain/curriculum/transfer/scheme-file.ts'
import type { LeftOutCode } from '#domain/curriculum/transfer/sheet.ts'
import { SHEET_FIELDS, STRUCTURES, type Reading } from '#domain/curriculum/transfer/sheet-columns.ts'
import { EditBody, SettingChangeBody } from './authoring.ts'
import { Count, nullable, strict, Uuid } from '#contract/platform/fields.ts'
import { Changes } from './sharing.ts'

const FileFormat = Type.Union([Type.Literal('json'), Type.Literal('csv')])

export const ExportQuery = Type.Object({ format: FileFormat }, strict)

const Field = Type.Union(SHEET_FIELDS.map((field) => Type.Literal(field)))

/** How a table is read: the line of its headings (0 = none), what each column holds, and what says which row is below which. */
export const ReadingBody = Type.Unsafe<Reading>(
  Type.Object(
    {
      header: Count,
      columns: Type.Array(nullable(Field), { maxItems: 200 }),
      structure: Type.Union(STRUCTURES.map((structure) => Type.Literal(structure))),
    },
    strict,
  ),
)
export type ReadingBody = Static<typeof ReadingBody>

/** The form of a file that is imported; that of a spreadsheet is its bytes as base64. */
const UploadFormat = Type.Union([Type.Literal('json'), Type.Literal('csv'), Type.Literal('sheet')])

/** How the file is read: a table's reading instead of the one that is found out, and the scale of skills without one. */
const choices = {
  reading: Type.Optional(ReadingBody),
  /** The sheet of a spreadsheet; without it, that with the most rows. */
  sheet: Type.Optional(Type.String({ maxLength: 100 })),
  /** The kind of the scale; null = such skills are not assessable. Without it they get the usual scale. */
  scale: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 8 }))),
}

/** A file from which a new scheme is made. */
export const ImportBody = Type.Object(
  {
    format: UploadFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    /** The name of the scheme, instead of the one in the file. An outline has none, so it needs this one. */
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })),
    ...choices,
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

/** What a file that is no scheme file was found to be. */
const FoundOutline = Type.Object({
  form: Type.Union([Type.Literal('outline'), Type.Literal('table'), Type.Literal('moodle'), Type.Literal('case')]),
  /** The name that the file has for the whole; may be empty. */
  name: Type.String(),
  /** How the table is read; null = the form says it. */
  reading: nullable(ReadingBody),
  /** The sheet that was read, and all that have rows; none when the file is no spreadsheet. */
  sheet: nullable(Type.String()),
  sheets: Type.Array(Type.String()),
  columns: Type.Array(Type.Object({ heading: Type.String(), samples: Type.Array(Type.String()) })),
  /** What is left out or shortened, and how often. */
  left_out: Type.Array(
    Type.Object({ what: Type.Unsafe<LeftOutCode>(Type.String()), name: Type.String(), count: Type.Integer() }),
  ),
})
export type FoundOutline = Static<typeof FoundOutline>

/** What was found in a file. */
const findings = {
  /** Null = a scheme file. */
  found: nullable(FoundOutline),
  /** The number of levels, groups and skills. */
  kinds: Type.Object({ l: Type.Integer(), sg: Type.Integer(), s: Type.Integer() }),
  /** The scale of skills for which the file names none (null = none), and how many got it. */
  scale: nullable(Type.Integer()),
  scaled: Type.Integer(),
  /** The first nodes; `depth` is 0 at the top. */
  sample: Type.Array(
    Type.Object({
      t: Type.Union([Type.Literal('l'), Type.Literal('sg'), Type.Literal('s')]),
      title: Type.String(),
      depth: Type.Integer(),
    }),
  ),
}

/** What the import of a file as a new scheme did, or would do. */
export const ImportReport = Type.Object({
  /** The name of the scheme. */
  name: Type.String(),
  /** The number of its nodes. */
  nodes: Type.Integer(),
  ...findings,
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
    format: UploadFormat,
    text: Type.String({ minLength: 1, maxLength: 22_000_000 }),
    ...choices,
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
  ...findings,
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
