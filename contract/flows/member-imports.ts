import { Type, type Static } from 'typebox'
import { strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()])

/** [R9.1] */
export const IMPORT_BYTES = 5 * 1024 * 1024
export const IMPORT_ROWS = 10_000
/** Characters. */
export const IMPORT_CELL = 5_000
/** As long an import can be undone. */
export const UNDO_DAYS = 30

/** The name of the file is not read: it may be a child's. Pages from before this was so still send it. */
export const NewImportQuery = Type.Object({ file_name: Type.Optional(Type.String()) }, strict)

/** A file of members, and how far it is [8.19]. */
export const MemberImport = Type.Object({
  id: Type.String(),
  /** Made of the day on which it began. */
  file_name: Type.String(),
  by: Type.String(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  encoding: Type.Union([Type.Literal('utf-8'), Type.Literal('utf-16'), Type.Literal('windows-1252')]),
  /** `failed`: the task gave up; nothing is in. */
  state: Type.Union([
    Type.Literal('draft'),
    Type.Literal('waiting'),
    Type.Literal('failed'),
    Type.Literal('done'),
    Type.Literal('undone'),
  ]),
  header: Type.Array(Type.String()),
  columns: Type.Array(nullable(Type.String())),
  /** Needed fields that no column holds. */
  missing: Type.Array(Type.String()),
  rows: Type.Integer(),
  ready: Type.Integer(),
  bad: Type.Integer(),
  same: Type.Integer(),
  out: Type.Integer(),
  /** Members that are in; while it waits and runs, how far it is. */
  entered: Type.Integer(),
  /** Members that stayed when it was undone. */
  kept: Type.Integer(),
  /** Until when it can be undone, unix seconds. */
  undo_until: nullable(Type.Integer()),
})
export type MemberImport = Static<typeof MemberImport>

export const ImportsQuery = Type.Object(paging, strict)

const RowState = Type.Union([Type.Literal('ready'), Type.Literal('bad'), Type.Literal('same'), Type.Literal('out')])
export const ImportRowsQuery = Type.Object({ ...paging, state: Type.Optional(RowState) }, strict)

export type ImportRowsQuery = Static<typeof ImportRowsQuery>

export const ImportRow = Type.Object({
  /** As spreadsheets count: the header is 1. */
  row: Type.Integer(),
  cells: Type.Array(Type.String()),
  state: Type.String(),
  problems: Type.Array(
    Type.Object({
      /** Null: the row as a whole. */
      field: nullable(Type.String()),
      problem: Type.String(),
      /** The other row that it contradicts. */
      row: Type.Optional(Type.Integer()),
    }),
  ),
})
export type ImportRow = Static<typeof ImportRow>

const Cell = Type.String({ maxLength: IMPORT_CELL, pattern: '^[^\\u0000]*$' })

/** Columns are matched anew, or every row that is wrong is left out. */
export const ImportPatch = Type.Object(
  {
    columns: Type.Optional(Type.Array(nullable(Type.String({ maxLength: 40 })), { maxItems: 200 })),
    leave_out_bad: Type.Optional(Type.Literal(true)),
  },
  strict,
)
export type ImportPatch = Static<typeof ImportPatch>

/** Cells are corrected, or the row is left out or taken in again. */
export const ImportRowPatch = Type.Object(
  {
    cells: Type.Optional(Type.Array(Cell, { maxItems: 200 })),
    out: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type ImportRowPatch = Static<typeof ImportRowPatch>

/** What undoing would do: who goes, and who stays because somebody has worked with them since. */
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
