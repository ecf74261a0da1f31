import { Type, type Static } from 'typebox'
import { nullable, strict } from '#contract/platform/fields.ts'
import { paging } from '#contract/platform/lists.ts'

/** The most bytes and rows of a file [R9.1]. */
export const IMPORT_BYTES = 5 * 1024 * 1024
export const IMPORT_ROWS = 10_000
/** The most characters of one cell. */
export const IMPORT_CELL = 5_000

/** The text of a cell, without U+0000, which PostgreSQL cannot store. */
const Cell = Type.String({ maxLength: IMPORT_CELL, pattern: '^[^\\u0000]*$' })

/** The name of the file is ignored, because it may be a child's name. Older pages still send it. */
export const NewImportQuery = Type.Object({ file_name: Type.Optional(Type.String()) }, strict)

const Encoding = Type.Union([Type.Literal('utf-8'), Type.Literal('utf-16'), Type.Literal('windows-1252')])
const ReadDelimiter = Type.Union([Type.Literal(','), Type.Literal(';'), Type.Literal('\t'), Type.Literal('|')])

/** How a file was read: what was found out, or what somebody said. */
export const ImportReading = Type.Object({
  /** What parts the cells of a text; null in a spreadsheet. */
  delimiter: nullable(ReadDelimiter),
  /** The number of the row with the headings; 0 where there is none. */
  header_row: Type.Integer(),
  /** The sheet that was read, and the names of all sheets; none in a text. Null, too, where several were read together. */
  sheet: nullable(Type.String()),
  sheets: Type.Array(Type.String()),
  /** How many sheets have the same headings, where those are several; they can be read together. */
  same_sheets: Type.Optional(Type.Integer()),
  /** How many tables with the same headings stand side by side, where those are several; they are read one below the other. */
  side_by_side: Type.Optional(Type.Integer()),
  /** For how many children the headings have columns, where that are several; each child has a row of its own then. */
  children: Type.Optional(Type.Integer()),
  /** Whether somebody said that each row is one child nevertheless. */
  one_child: Type.Optional(Type.Boolean()),
  /** How many blocks of rows have a title above them, such as a class; each row has the title of its block then. */
  titles: Type.Optional(Type.Integer()),
  /** Whether somebody said that these titles are left out. */
  titles_left_out: Type.Optional(Type.Boolean()),
})
export type ImportReading = Static<typeof ImportReading>

/** Reads the stored file of a draft once more; what is left out is found out. Corrections of rows are lost. */
export const ImportReadingBody = Type.Object(
  {
    encoding: Type.Optional(Encoding),
    delimiter: Type.Optional(ReadDelimiter),
    sheet: Type.Optional(Type.String({ maxLength: 100 })),
    header_row: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    one_child: Type.Optional(Type.Boolean()),
    titles_left_out: Type.Optional(Type.Boolean()),
    /** Reads all sheets with the same headings, each as a block below its name. */
    all_sheets: Type.Optional(Type.Boolean()),
  },
  strict,
)
export type ImportReadingBody = Static<typeof ImportReadingBody>

/** The first rows of an import's file as they stand there, with those above the headings. */
export const ImportPreview = Type.Array(Type.Object({ row: Type.Integer(), cells: Type.Array(Type.String()) }))
export type ImportPreview = Static<typeof ImportPreview>

/**
 * What somebody said that the texts of a column mean: by field and text (`valueKey`), the value, or an empty text for
 * none.
 */
const ImportChoices = Type.Record(
  Type.String({ maxLength: 40 }),
  Type.Record(Type.String({ maxLength: IMPORT_CELL }), Type.String({ maxLength: 300 })),
)

/** The texts of the columns that can only hold few values. */
export const ImportValues = Type.Array(
  Type.Object({
    field: Type.String(),
    /** Most frequent first, a hundred at most. */
    texts: Type.Array(
      Type.Object({
        /** Its name in `choices`. */
        key: Type.String(),
        text: Type.String(),
        /** In how many rows it stands. */
        count: Type.Integer(),
        /** The value; an empty text for none; null when nothing says what it means. */
        means: nullable(Type.String()),
      }),
    ),
    /** `words` and `scheme` are given where the page has no words for the value: those of a level. */
    options: Type.Array(
      Type.Object({ value: Type.String(), words: nullable(Type.String()), scheme: nullable(Type.String()) }),
    ),
  }),
)
export type ImportValues = Static<typeof ImportValues>

/** An import of members and its progress [8.19]. */
export const MemberImport = Type.Object({
  id: Type.String(),
  /** A name made from the day on which the import began. */
  file_name: Type.String(),
  /** The name of the user who began the import. */
  by: Type.String(),
  /** Unix seconds. */
  created_at: Type.Integer(),
  encoding: Encoding,
  reading: ImportReading,
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
  /**
   * The columns that are left out although their headings name several levels or skills, and the fields that each can
   * hold; none in the list of imports.
   */
  asked: Type.Array(Type.Object({ column: Type.Integer(), fields: Type.Array(Type.String()) })),
  /** Whether a column was matched as in an earlier file of this club. */
  remembered: Type.Boolean(),
  choices: ImportChoices,
  /** Needed fields for which there is no column. */
  missing: Type.Array(Type.String()),
  /** Whether there are dates such as 03/04/2013, and nothing says if the day or the month stands first. */
  unclear_dates: Type.Boolean(),
  /** In how many rows a guardian's address stands with another name in an earlier row. */
  shared_addresses: Type.Integer(),
  /** How many rows may be the child of an earlier row, and how many a member of the club; somebody has to say. */
  like_rows: Type.Integer(),
  like_members: Type.Integer(),
  /** The number of rows. */
  rows: Type.Integer(),
  /** How many rows are in each state (`RowState`). */
  ready: Type.Integer(),
  levels_only: Type.Integer(),
  bad: Type.Integer(),
  same: Type.Integer(),
  out: Type.Integer(),
  /** Whether the rows that were left out can still be saved. */
  left_out_kept: Type.Boolean(),
  /** How many members were imported so far. */
  entered: Type.Integer(),
  /** How many levels and skills of children, passed elsewhere, were imported. */
  levels: Type.Integer(),
  /** How many places in groups were given, as long as the import can be undone. */
  places: Type.Integer(),
  /** How many members stayed when the import was undone. */
  kept: Type.Integer(),
  /** When the import can no longer be undone, unix seconds. */
  undo_until: nullable(Type.Integer()),
})
export type MemberImport = Static<typeof MemberImport>

export const ImportsQuery = Type.Object(paging, strict)

/**
 * The state of a row. `ready`: it will be imported. `levels`: it brings levels of a child who is in the club already, or
 * whom an earlier row imports. `bad`: something in it is wrong. `same`: the club has this member
 * already, with the same values. `out`: somebody has left the row out.
 */
const RowState = Type.Union([
  Type.Literal('ready'),
  Type.Literal('levels'),
  Type.Literal('bad'),
  Type.Literal('same'),
  Type.Literal('out'),
])
export const ImportRowsQuery = Type.Object({ ...paging, state: Type.Optional(RowState) }, strict)
export type ImportRowsQuery = Static<typeof ImportRowsQuery>

export const ImportRow = Type.Object({
  /** The number of the row in a spreadsheet; the header is row 1. */
  row: Type.Integer(),
  cells: Type.Array(Type.String()),
  state: Type.String(),
  /**
   * The levels that the row brings, lowest first, then the skills; `level` is the title of a skill's level, and `on` is
   * null where nobody knows the day.
   */
  levels: Type.Array(
    Type.Object({ title: Type.String(), level: nullable(Type.String()), on: nullable(Type.String()) }),
  ),
  problems: Type.Array(
    Type.Object({
      /** Null = the row as a whole. */
      field: nullable(Type.String()),
      /** `same-child` is none: the row goes on with the child of the earlier `row`, unless somebody decides otherwise. */
      problem: Type.String(),
      /** The number of the other row, when two rows contradict each other or are one child. */
      row: Type.Optional(Type.Integer()),
      /** Of a child who stands in an earlier row or is in the club already: the fields that differ. */
      differs: Type.Optional(
        Type.Array(
          Type.Object({
            field: Type.String(),
            here: Type.String(),
            /** What the other row or the club has; null for medical notes of the club, whose reading is noted. */
            there: nullable(Type.String()),
          }),
        ),
      ),
    }),
  ),
})
export type ImportRow = Static<typeof ImportRow>

/** Sets the fields of the columns or what texts mean, corrects one text everywhere, or leaves out every wrong row. */
export const ImportPatch = Type.Object(
  {
    columns: Type.Optional(Type.Array(nullable(Type.String({ maxLength: 310 })), { maxItems: 200 })),
    choices: Type.Optional(ImportChoices),
    /** Puts another text into each wrong row that has this one in this column, or leaves these rows out. */
    alike: Type.Optional(
      Type.Object({ column: Type.Integer({ minimum: 0, maximum: 199 }), text: Cell, put: nullable(Cell) }, strict),
    ),
    leave_out_bad: Type.Optional(Type.Literal(true)),
    /** Puts the name that stands first in the file with a guardian's address into each row that has another one. */
    first_guardian_names: Type.Optional(Type.Literal(true)),
    /** Each row that may be the child of an earlier row, or a member of the club, is that child. */
    same_children: Type.Optional(Type.Union([Type.Literal('rows'), Type.Literal('members')])),
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
    /**
     * Of a row that looks like another: `same` is the same child, whose record stays as it is and gets the levels of the
     * row; `other` is another child.
     */
    decision: Type.Optional(Type.Union([Type.Literal('same'), Type.Literal('other')])),
  },
  strict,
)
export type ImportRowPatch = Static<typeof ImportRowPatch>

/** The problems that several rows share, most frequent first: the same text in the same column. */
export const AlikeProblems = Type.Array(
  Type.Object({
    column: Type.Integer(),
    field: Type.String(),
    problem: Type.String(),
    text: Type.String(),
    rows: Type.Integer(),
  }),
)
export type AlikeProblems = Static<typeof AlikeProblems>

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
