import { Type, type Static } from 'typebox'
import { nullable, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

/** The most bytes and rows of a file [R9.1]. */
export const IMPORT_BYTES = 5 * 1024 * 1024
export const IMPORT_ROWS = 10_000
/** The most characters of one cell. */
export const IMPORT_CELL = 5_000

/** The name of the file is ignored, because it may be a child's name. Older pages still send it. */
export const NewImportQuery = Type.Object({ file_name: Type.Optional(Type.String()) }, strict)

/** An import of members and its progress [8.19]. */
export const MemberImport = Type.Object({
  id: Type.String(),
  /** A name made from the day on which the import began. */
  file_name: Type.String(),
  /** The name of the user who began the import. */
  by: Type.String(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  encoding: Type.Union([Type.Literal('utf-8'), Type.Literal('utf-16'), Type.Literal('windows-1252')]),
  /**
   * `draft`: somebody is still working on it. `waiting`: a background task imports it or will. `failed`: the task gave
   * up, and no member was imported.
   */
  state: Type.Union([
    Type.Literal('draft'),
    Type.Literal('waiting'),
    Type.Literal('failed'),
    Type.Literal('done'),
    Type.Literal('undone'),
  ]),
  /** The headings of the columns in the file. */
  header: Type.Array(Type.String()),
  /** The field of each column; null = the column is ignored. */
  columns: Type.Array(nullable(Type.String())),
  /** Needed fields for which there is no column. */
  missing: Type.Array(Type.String()),
  /** Whether there are dates such as 03/04/2013, and nothing says if the day or the month stands first. */
  unclear_dates: Type.Boolean(),
  /** The number of rows. */
  rows: Type.Integer(),
  /** How many rows are in each state (`RowState`). */
  ready: Type.Integer(),
  bad: Type.Integer(),
  same: Type.Integer(),
  out: Type.Integer(),
  /** How many members were imported so far. */
  entered: Type.Integer(),
  /** How many members stayed when the import was undone. */
  kept: Type.Integer(),
  /** When the import can no longer be undone, unix seconds. */
  undo_until: nullable(Type.Integer()),
})
export type MemberImport = Static<typeof MemberImport>

export const ImportsQuery = Type.Object(paging, strict)

/**
 * The state of a row. `ready`: it will be imported. `bad`: something in it is wrong. `same`: the club has this member
 * already, with the same values. `out`: somebody has left the row out.
 */
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

/** The text of a cell, without U+0000, which PostgreSQL cannot store. */
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
    /** True leaves the row out. */
    out: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type ImportRowPatch = Static<typeof ImportRowPatch>

/** What an undo of an import would do. */
export const ImportUndo = Type.Object({
  /** How many members the undo removes. */
  goes: Type.Integer(),
  /**
   * The members who stay, because somebody has worked with them since the import. `why` says what they have now: marks,
   * a group, a linked parent, another club, or changed fields.
   */
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
