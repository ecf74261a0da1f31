import { Type, type Static } from 'typebox'
import { DateText, Slug, strict, Uuid } from '#contract/platform/fields.ts'
import { paging, Search } from '#contract/platform/lists.ts'

/** Reports of one club [9.18], [9.26]. */
export const ClubReportKind = Type.Union([
  Type.Literal('attendance'),
  Type.Literal('percentage'),
  Type.Literal('levels'),
  Type.Literal('awards'),
  Type.Literal('unassessed'),
  Type.Literal('ready'),
  Type.Literal('coaches'),
])
export type ClubReportKind = Static<typeof ClubReportKind>

/** Reports across the clubs of a client. */
export const ClientReportKind = Type.Union([
  Type.Literal('levels'),
  Type.Literal('attendance'),
  Type.Literal('awards'),
  Type.Literal('adoption'),
])
export type ClientReportKind = Static<typeof ClientReportKind>

/** How many months a report looks back; three when left out [9.18]. */
export const ReportMonths = Type.Union([Type.Literal('1'), Type.Literal('3'), Type.Literal('6'), Type.Literal('12')])

const reportFilters = { months: Type.Optional(ReportMonths), scheme: Type.Optional(Slug) }

/** The query of a report as a CSV file, which has all rows. */
export const ClubReportFileQuery = Type.Object({ ...reportFilters, group: Type.Optional(Uuid) }, strict)
export const ClientReportFileQuery = Type.Object({ ...reportFilters, club: Type.Optional(Uuid) }, strict)

/** Which rows of a report are sent: a page of those whose names contain the search; without `per_page` all of them. */
const rowFilters = { ...paging, search: Type.Optional(Search) }

export const ClubReportQuery = Type.Object({ ...ClubReportFileQuery.properties, ...rowFilters }, strict)
export type ClubReportQuery = Static<typeof ClubReportQuery>

export const ClientReportQuery = Type.Object({ ...ClientReportFileQuery.properties, ...rowFilters }, strict)
export type ClientReportQuery = Static<typeof ClientReportQuery>

/** The id of a row of a club's report: a group, a coach, or a scheme's slug and a node (`swim/stage-4`). */
const RowId = Type.String({ minLength: 1, maxLength: 600, pattern: '^[A-Za-z0-9/-]*$' })

/** The query of the members behind a report's row as a CSV file; without a row, of all members of the report. */
export const ReportMembersFileQuery = Type.Object(
  { ...reportFilters, group: Type.Optional(Uuid), row: Type.Optional(RowId) },
  strict,
)
export type ReportMembersFileQuery = Static<typeof ReportMembersFileQuery>

export const ReportMembersQuery = Type.Object({ ...ReportMembersFileQuery.properties, ...paging }, strict)
export type ReportMembersQuery = Static<typeof ReportMembersQuery>

/** A share: `part` of `whole`, such as the children who were present of all whose attendance was marked. */
const share = { part: Type.Integer(), whole: Type.Integer() }

/** A column of a report: a week or month (`id` is its first day), a day on which levels were counted, or a level. */
const ReportColumn = Type.Object({ id: Type.String(), name: Type.Union([Type.String(), Type.Null()]), ...share })
export type ReportColumn = Static<typeof ReportColumn>

const ReportRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The scheme of a level, or the coaches of a group. */
  about: Type.Union([Type.String(), Type.Null()]),
  ...share,
  /** The number of days on which something was recorded for the row, and the last such day (`last`). */
  days: Type.Integer(),
  last: Type.Union([DateText, Type.Null()]),
  /** `part` and `whole` for each of the report's `columns`, in their order. */
  parts: Type.Array(Type.Integer()),
  wholes: Type.Array(Type.Integer()),
})
export type ReportRow = Static<typeof ReportRow>

export const Report = Type.Object({
  /** Both days included. */
  from: DateText,
  to: DateText,
  /** The slug of the scheme, if the report is about one. */
  scheme: Type.Union([Type.String(), Type.Null()]),
  ...share,
  /**
   * How many children have a part, of how many. Rows add up places and levels, of which a child may have several; null
   * where that is no question.
   */
  children: Type.Union([Type.Object(share), Type.Null()]),
  columns: Type.Array(ReportColumn),
  rows: Type.Array(ReportRow),
  /** How many rows the search finds, on all pages. */
  found: Type.Integer(),
  /** What a page of rows does not show: how many there are, how many have a part, and which stand out. */
  all_rows: Type.Object({
    count: Type.Integer(),
    counted: Type.Integer(),
    /** The rows with the lowest shares, without rows whose whole is 0. */
    lowest: Type.Array(ReportRow),
    /** The rows with the largest parts, without zeros. */
    highest: Type.Array(ReportRow),
  }),
})
export type Report = Static<typeof Report>

/** A member behind a row's figures, with the names of its groups. `last` is the last day with a record. */
export const ReportMember = Type.Object({
  uuid: Type.String(),
  firstname: Type.String(),
  lastname: Type.String(),
  groups: Type.Array(Type.String()),
  ...share,
  last: Type.Union([DateText, Type.Null()]),
})
export type ReportMember = Static<typeof ReportMember>
