import { ClubReportKind, type ClientReportKind, type ReportMember } from '#contract/reports/reports.ts'
import { levelsOf, percentageNodes } from '#domain/reports/report-nodes.ts'
import { snapshotDays } from '#domain/reports/report-period.ts'
import { getRow, tenantStatements, variantNamed } from '#server/platform/sql/statement.ts'
import { withoutJit, type Tx } from '#server/platform/tenancy.ts'
import { keptByVersion, readStaffVersion } from '#server/tenants/changes/kept-by-version.ts'
import { CLIENT_SCOPE, clientReports } from './client-reports.ts'
import { CLUB, CLUB_SCOPE, clubReports, NO_LEVEL, TODAY, type About } from './club-reports.ts'
import {
  figuresJson,
  figuresOf,
  figuresSql,
  membersJson,
  membersOf,
  membersSql,
  type Columns,
  type Figures,
  type Slice,
} from './count-report.ts'
import { allRowsOf } from './report-rows.ts'
import type { ClientScope, ClubScope } from './scope.ts'

const ABOUT: readonly About[] = ['club', 'groups']

const nameOf = (kind: ClubReportKind, about: About) => `${kind}-${about}`
const aboutOf = ({ groupIds }: ClubScope): About => (groupIds === null ? 'club' : 'groups')

/** A variant for each report, about the club or about groups. */
const clubVariants = Object.fromEntries(
  ClubReportKind.anyOf.flatMap(({ const: kind }) =>
    ABOUT.map((about) => [nameOf(kind, about), clubReports[kind](about)] as const),
  ),
)

const CLUB_FIGURES = tenantStatements(
  'reports/count-of-club',
  clubVariants,
  (report) => figuresSql(report, CLUB_SCOPE),
  { json: figuresJson },
)

const SLICES = ['page', 'all'] as const
const MEMBERS = tenantStatements(
  'reports/list-members',
  Object.fromEntries(
    Object.entries(clubVariants).flatMap(([name, report]) =>
      SLICES.map((slice) => [`${name}-${slice}`, { report, slice }] as const),
    ),
  ),
  ({ report, slice }) =>
    membersSql(report, CLUB_SCOPE, slice, { club: CLUB, today: TODAY, row: '$14', limit: '$15', offset: '$16' }),
  { json: membersJson },
)

const CLIENT_FIGURES = tenantStatements(
  'reports/count-of-client',
  clientReports,
  (report) => figuresSql(report, CLIENT_SCOPE),
  { json: figuresJson },
)

/** What the parameters of a report about a club depend on its kind for. */
interface ClubValues {
  columns: Columns
  /** The nodes of a report about one scheme, and those of them that are skills. */
  nodes: readonly string[]
  skills: readonly string[]
}

/** The values of a report; null for a report about one scheme where there is no scheme, or none of its nodes counts. */
function valuesOf(kind: ClubReportKind, { main, period, context, months }: ClubScope): ClubValues | null {
  if (kind === 'levels') {
    if (!main) return null
    const ids = snapshotDays(context.today, months)
    return { columns: { ids, total: ids.length }, nodes: levelsOf(main.scheme), skills: [] }
  }
  if (kind === 'percentage') {
    const nodes = main ? percentageNodes(main.scheme) : []
    if (!main || nodes.length === 0) return null
    const isSkill = (id: string) => main.scheme.skill[main.scheme.index.get(id) ?? -1] === 1
    return { columns: { ids: [] }, nodes, skills: nodes.filter(isSkill) }
  }
  const { by } = clubReports[kind]('club')
  return { columns: { ids: typeof by === 'object' ? period.starts : [] }, nodes: [], skills: [] }
}

/** The parameters of `CLUB_SCOPE`, from `$2` on. */
function clubParams(scope: ClubScope, { columns, nodes, skills }: ClubValues) {
  const { context, groupIds, scheme, main, period, language } = scope
  return [
    context.clubId,
    context.today,
    groupIds,
    scheme?.id ?? null,
    period.from,
    period.to,
    columns.ids,
    language,
    context.timeZone,
    main?.id ?? null,
    nodes,
    skills,
  ] as const
}

const NO_FIGURES: Figures = {
  part: 0,
  whole: 0,
  children: null,
  columns: [],
  rows: [],
  found: 0,
  all_rows: allRowsOf([]),
}

/** The numbers of all reports that are kept: about 100 MB. */
const KEPT_NUMBERS = 5_000_000
/** What a row takes beside the numbers of its columns, measured in such numbers. */
const SIZE_OF_ROW = 20
const keptFigures = keptByVersion<Figures>(
  KEPT_NUMBERS,
  ({ rows, columns }) => rows.length * (SIZE_OF_ROW + 2 * columns.length),
)

/** Reads all figures of a report about a club in one statement, unless they are kept. */
export async function countClubReport(tx: Tx, kind: ClubReportKind, scope: ClubScope): Promise<Figures> {
  const values = valuesOf(kind, scope)
  if (!values) return NO_FIGURES
  const params = clubParams(scope, values)
  return keptFigures(tx, scope.context.clubId, [kind, ...params], async () => {
    // sent together; one connection runs them in this order
    const [, answer] = await Promise.all([
      withoutJit(tx),
      getRow(tx, variantNamed(CLUB_FIGURES, nameOf(kind, aboutOf(scope))), params),
    ])
    return figuresOf(values.columns, answer)
  })
}

/** A page of the members behind figures, and how many there are. */
interface MembersPage {
  members: ReportMember[]
  total: number
}

/** The members of all pages that are kept: about 30 MB. */
const KEPT_MEMBERS = 100_000
const keptPages = keptByVersion<MembersPage>(KEPT_MEMBERS, ({ members }) => members.length)

/** Lists the members behind the figures of a report about a club. Pages are kept as the figures are. */
export async function listReportMembers(
  tx: Tx,
  kind: ClubReportKind,
  scope: ClubScope,
  { row, page, perPage }: Slice,
): Promise<MembersPage> {
  const values = valuesOf(kind, scope)
  if (!values) return { members: [], total: 0 }
  const slice = perPage === null ? 'all' : 'page'
  const params = [...clubParams(scope, values), row ?? null, perPage, page * (perPage ?? 0)] as const
  const read = async (): Promise<MembersPage> => {
    const [, { members, total }] = await Promise.all([
      withoutJit(tx),
      getRow(tx, variantNamed(MEMBERS, `${nameOf(kind, aboutOf(scope))}-${slice}`), params),
    ])
    return { members: membersOf(members), total }
  }
  return perPage === null ? read() : keptPages(tx, scope.context.clubId, [kind, ...params], read)
}

/** Reads all figures of a report across clubs in one statement, unless they are kept. */
export async function countClientReport(tx: Tx, kind: ClientReportKind, scope: ClientScope): Promise<Figures> {
  const { clubId, scheme, main, period, today, language } = scope
  if (kind === 'levels' && !main) return NO_FIGURES
  const levels = kind === 'levels' && main ? levelsOf(main.scheme) : []
  const params = [
    clubId,
    scheme?.id ?? null,
    period.from,
    period.to,
    today,
    period.starts,
    language,
    main?.id ?? null,
    levels,
  ] as const
  const staff = kind === 'adoption' ? await readStaffVersion(tx) : null
  return keptFigures(tx, /* all clubs */ null, ['of-client', kind, staff, ...params], async () => {
    const [, answer] = await Promise.all([withoutJit(tx), getRow(tx, CLIENT_FIGURES[kind], params)])
    const ids = kind === 'levels' ? [NO_LEVEL, ...levels] : period.starts
    // the totals of `adoption` are those of the whole period
    return figuresOf(kind === 'adoption' ? { ids, total: 0 } : { ids }, answer)
  })
}
