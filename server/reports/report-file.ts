import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { ClientReportKind, ClubReportKind, Report, ReportMember } from '#contract/reports/reports.ts'
import { toCsvCell } from '#domain/platform/csv-cell.ts'

/** The headings of a report's columns in its file. */
interface Columns {
  row: string
  /** The heading of the second text beside a row's name; absent where the file does not have it. */
  about?: string
  part: string
  whole: string
}

type Kind = ClubReportKind | ClientReportKind

const headingsOfClub: Readonly<Record<ClubReportKind, Columns>> = {
  attendance: { row: 'group', about: 'coaches', part: 'present', whole: 'marked' },
  percentage: { row: 'node', part: 'percent', whole: 'of' },
  levels: { row: 'level', part: 'members', whole: 'of' },
  awards: { row: 'level', about: 'scheme', part: 'badges_to_order', whole: 'passed' },
  unassessed: { row: 'group', about: 'coaches', part: 'not_assessed', whole: 'members' },
  ready: { row: 'level', about: 'scheme', part: 'ready', whole: 'open' },
  coaches: { row: 'coach', part: 'marks', whole: 'entries' },
}
const headingsOfClient: Readonly<Record<ClientReportKind, Columns>> = {
  levels: { row: 'club', part: 'passed_a_level', whole: 'members' },
  attendance: { row: 'club', part: 'present', whole: 'marked' },
  awards: { row: 'club', part: 'badges_to_order', whole: 'passed' },
  adoption: { row: 'club', part: 'coaches_active', whole: 'coaches' },
}

/** Writes CSV. Texts that a spreadsheet would run as formulas are escaped (security.md 32); numbers stay numbers. */
function csv(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): Readable {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? toCsvCell(cell) : cell)))
  // spreadsheets need a byte order mark to read UTF-8
  return Readable.from(cells).pipe(stringify({ header: true, columns: [...columns], bom: true }))
}

/** A share in whole percent; null when there is nothing to divide by. */
const percentOf = ({ part, whole }: { part: number; whole: number }) =>
  whole === 0 ? null : Math.round((100 * part) / whole)

/**
 * The table of a report as CSV: a line for each row, with its totals and the figures of each column. `acrossClubs`
 * is true for a report across the clubs of a client.
 */
export function reportFile(kind: Kind, acrossClubs: boolean, report: Report): Readable {
  const headings = acrossClubs ? headingsOfClient[kind as ClientReportKind] : headingsOfClub[kind as ClubReportKind]
  // the report of percentages shows means; the sums behind them say nothing to a reader
  const isMean = kind === 'percentage'
  const isLevels = kind === 'levels'
  return csv(
    [
      headings.row,
      ...(headings.about === undefined ? [] : [headings.about]),
      ...(isMean ? [] : [headings.part, headings.whole]),
      'percent',
      'last',
      ...report.columns.map(({ id, name }) => name ?? id),
    ],
    report.rows.map((row) => [
      row.name,
      ...(headings.about === undefined ? [] : [row.about]),
      ...(isMean ? [] : [row.part, row.whole]),
      // in a club's report of levels each row is a share of all its members; in the others a row has its own whole
      percentOf(isLevels && !acrossClubs ? { part: row.part, whole: report.whole } : row),
      row.last,
      // the levels count members by `whole`, because in `part` those without a level may be missing
      ...(isLevels ? row.wholes : row.parts),
    ]),
  )
}

/** The members behind a club's report, as CSV. */
export function reportMembersFile(kind: ClubReportKind, members: readonly ReportMember[]): Readable {
  const headings = headingsOfClub[kind]
  const isMean = kind === 'percentage'
  return csv(
    ['firstname', 'lastname', 'groups', ...(isMean ? ['percent'] : [headings.part, headings.whole]), 'last'],
    members.map((member) => [
      member.firstname,
      member.lastname,
      member.groups.join(', '),
      ...(isMean ? [percentOf(member)] : [member.part, member.whole]),
      member.last,
    ]),
  )
}
