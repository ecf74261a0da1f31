import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** The limits of a file [R9.1]. */
export const IMPORT_BYTES = 5 * 1024 * 1024
export const IMPORT_ROWS = 10_000
/** Characters of one cell. */
export const IMPORT_CELL = 5_000
/** An import can be undone for this long. */
export const UNDO_DAYS = 30

/** The name of the file is ignored, because it may be a child's name. Older pages still send it. */
export const NewImportQuery = Type.Object({ file_name: Type.Optional(Type.String()) }, strict)

/** An import of members and its progress [8.19]. */
export const MemberImport = Type.Object({
  id: Type.String(),
  /** A name made from the day on which the import began. */
  file_name: Type.String(),
  by: Type.String(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  encoding: Type.Union([Type.Literal('utf-8'), Type.Literal('utf-16'), Type.Literal('windows-1252')]),
  /** `failed`: the task gave up, and no member was imported. */
  state: Type.Union([
    Type.Literal('draft'),
    Type.Literal('waiting'),
    Type.Literal('failed'),
    Type.Literal('done'),
    Type.Literal('undone'),
  ]),
  header: Type.Array(Type.String()),
  columns: Type.Array(nullable(Type.String())),
  /** Needed fields for which there is no column. */
  missing: Type.Array(Type.String()),
  /** The number of rows, and below it the number of rows in each state. */
  rows: Type.Integer(),
  ready: Type.Integer(),
  bad: Type.Integer(),
  same: Type.Integer(),
  out: Type.Integer(),
  /** How many members were imported so far. */
  entered: Type.Integer(),
  /** How many members stayed when it was undone. */
  kept: Type.Integer(),
  /** When it can no longer be undone, unix seconds. */
  undo_until: nullable(Type.Integer()),
})
export type MemberImport = Static<typeof MemberImport>

export const ImportsQuery = Type.Object(paging, strict)

/** `same`: the club has this member already, with the same values. `out`: somebody has left the row out. */
const RowState = Type.Union([Type.Literal('ready'), Type.Literal('bad'), Type.Literal('same'), Type.Literal('out')])
export const ImportRowsQuery = Type.Object({ ...paging, state: Type.Optional(RowState) }, strict)
export type ImportRowsQuery = Static<typeof ImportRowsQuery>

export const ImportRow = Type.Object({
  /** The number of the row in a spreadsheet; the header is row 1. */
  row: Type.Integer(),
  cells: Type.Array(Type.String()),
  state: Type.String(),
  problems: Type.Array(
    Type.Object({
      /** Null = the row as a whole. */
      field: nullable(Type.String()),
      problem: Type.String(),
      /** The number of the other row, when two rows contradict each other. */
      row: Type.Optional(Type.Integer()),
    }),
  ),
})
export type ImportRow = Static<typeof ImportRow>

const Cell = Type.String({ maxLength: IMPORT_CELL, pattern: '^[^\\u0000]*$' })

/** Sets the fields of the columns, or leaves out every wrong row. */
export const ImportPatch = Type.Object(
  {
    columns: Type.Optional(Type.Array(nullable(Type.String({ maxLength: 40 })), { maxItems: 200 })),
    leave_out_bad: Type.Optional(Type.Literal(true)),
  },
  strict,
)
export type ImportPatch = Static<typeof ImportPatch>

/** Corrects the cells of a row, leaves the row out or takes it in again. */
export const ImportRowPatch = Type.Object(
  {
    cells: Type.Optional(Type.Array(Cell, { maxItems: 200 })),
    out: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type ImportRowPatch = Static<typeof ImportRowPatch>

/** What an undo would do: how many members it removes, and who stays because somebody has worked with them since. */
export const ImportUndo = Type.Object({
  goes: Type.Integer(),
  stays: Type.Array(
    Type.Object({
      uuid: Type.String(),
      firstname: Type.String(),
      lastname: Type.String(),
      why: Type.Union([
        Type.Literal('marks'),
        Type.Literal('group'),
        Type.Literal('parent'),
        Type.Literal('club'),
        Type.Literal('changed'),
      ]),
    }),
  ),
})
export type ImportUndo = Static<typeof ImportUndo>
