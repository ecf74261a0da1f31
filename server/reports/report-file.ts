import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { ClientReportKind, ClubReportKind, Report, ReportMember } from '#contract/reports/reports.ts'
import { asCell } from '#domain/platform/csv-cell.ts'

/** What a report's figures are called in its file. */
interface Columns {
  row: string
  about?: string
  part: string
  whole: string
}

type Kind = ClubReportKind | ClientReportKind

const ofClub: Readonly<Record<ClubReportKind, Columns>> = {
  attendance: { row: 'group', about: 'coaches', part: 'present', whole: 'marked' },
  percentage: { row: 'node', part: 'percent', whole: 'of' },
  levels: { row: 'level', part: 'members', whole: 'of' },
  awards: { row: 'level', about: 'scheme', part: 'badges_to_order', whole: 'passed' },
  unassessed: { row: 'group', about: 'coaches', part: 'not_assessed', whole: 'members' },
  ready: { row: 'level', about: 'scheme', part: 'ready', whole: 'open' },
  coaches: { row: 'coach', part: 'marks', whole: 'entries' },
}
const ofClient: Readonly<Record<ClientReportKind, Columns>> = {
  levels: { row: 'club', part: 'passed_a_level', whole: 'members' },
  attendance: { row: 'club', part: 'present', whole: 'marked' },
  awards: { row: 'club', part: 'badges_to_order', whole: 'passed' },
  adoption: { row: 'club', part: 'coaches_active', whole: 'coaches' },
}

/** Words that a spreadsheet might run are made plain (security.md 32); numbers stay numbers. */
function csv(columns: readonly string[], rows: readonly (readonly (string | number | null)[])[]): Readable {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asCell(cell) : cell)))
  // spreadsheets read UTF-8 only behind its mark
  return Readable.from(cells).pipe(stringify({ header: true, columns: [...columns], bom: true }))
}

/** A share in whole percent; nothing of nothing is no share. */
const percentOf = ({ part, whole }: { part: number; whole: number }) =>
  whole === 0 ? null : Math.round((100 * part) / whole)

/** The table of a report: a line a row, its figures, and those of each step. */
export function reportFile(kind: Kind, across: boolean, report: Report): Readable {
  const { row, about, part, whole } = across ? ofClient[kind as ClientReportKind] : ofClub[kind as ClubReportKind]
  // percentages are means of hundreds: their sums say nothing
  const mean = kind === 'percentage'
  const isLevels = kind === 'levels'
  return csv(
    [
      row,
      ...(about === undefined ? [] : [about]),
      ...(mean ? [] : [part, whole]),
      'percent',
      'last',
      ...report.steps.map(({ id, name }) => name ?? id),
    ],
    report.rows.map((one) => [
      one.name,
      ...(about === undefined ? [] : [one.about]),
      ...(mean ? [] : [one.part, one.whole]),
      percentOf(isLevels && !across ? { part: one.part, whole: report.whole } : one),
      one.last,
      ...(isLevels ? one.wholes : one.parts),
    ]),
  )
}

/** The members behind a club's report. */
export function reportMembersFile(kind: ClubReportKind, members: readonly ReportMember[]): Readable {
  const { part, whole } = ofClub[kind]
  const mean = kind === 'percentage'
  return csv(
    ['firstname', 'lastname', 'groups', ...(mean ? ['percent'] : [part, whole]), 'last'],
    members.map((one) => [
      one.firstname,
      one.lastname,
      one.groups.join(', '),
      ...(mean ? [percentOf(one)] : [one.part, one.whole]),
      one.last,
    ]),
  )
}
