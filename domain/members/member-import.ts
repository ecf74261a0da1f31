import { inOneSpelling } from '#domain/members/ability-groups.ts'
import { memberProblems, type GuardianEntry } from '#domain/members/member-entry.ts'
import { MOST_TAGS, NUMBER_LENGTH } from '#domain/identity/person.ts'
import { folded } from '#domain/platform/search.ts'

/** Guardians of one row; as many as a member may have. */
const GUARDIANS = [1, 2, 3, 4, 5, 6] as const
const guardianFields = GUARDIANS.flatMap((at) => {
  const before = at === 1 ? 'guardian' : `guardian_${at}`
  return [`${before}_firstname`, `${before}_lastname`, `${before}_email`]
})

/** Without these nobody can be entered [5.14]. */
const NEEDED_FIELDS = ['firstname', 'lastname', 'dob'] as const

/** What a column of the file may hold, as the file of members names it. */
export const IMPORT_FIELDS: readonly string[] = [
  ...NEEDED_FIELDS,
  'ngo_id',
  'member_type',
  'category',
  'status',
  'tags',
  ...guardianFields,
]

/** What each column of a file holds; null: nothing that is read. */
export type Columns = readonly (string | null)[]

const CATEGORIES = ['early-start', 'explore-the-options', 'pre-school'] as const
const STATUSES = ['active', 'inactive'] as const
/** Between ability groups that stand in one cell. */
const TAG_SIGN = ';'

/** A row as a member. */
export interface ImportedMember {
  firstname: string
  lastname: string
  dob: string
  ngo_id: string | null
  member_type: string | null
  category: (typeof CATEGORIES)[number] | null
  status: (typeof STATUSES)[number]
  tags: string[]
  guardians: GuardianEntry[]
}

export interface RowProblem {
  /** A field of the import; null: the row as a whole. */
  field: string | null
  problem: string
  /** The other row, where two of the file contradict one another. */
  row?: number
}

/** Words by which people name columns, English and Welsh, without signs and marks. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  firstname: ['first', 'forename', 'given name', 'enw cyntaf', 'child first name', 'pupil first name'],
  lastname: ['last', 'surname', 'family name', 'cyfenw', 'child last name', 'pupil last name'],
  dob: ['date of birth', 'birth date', 'birthday', 'born', 'dyddiad geni'],
  ngo_id: ['membership number', 'member number', 'number', 'membership id', 'member id', 'rhif aelodaeth'],
  member_type: ['type', 'math o aelod', 'math'],
  category: ['level category', 'categori'],
  status: ['statws'],
  tags: ['ability groups', 'ability group', 'setiau gallu'],
  guardian_firstname: ['parent first name', 'guardian first', 'parent forename', 'enw cyntaf gwarcheidwad'],
  guardian_lastname: ['parent last name', 'guardian last', 'parent surname', 'guardian surname', 'cyfenw gwarcheidwad'],
  guardian_email: ['email', 'e mail', 'parent email', 'guardian e mail', 'email address', 'ebost', 'e bost'],
}

function plain(name: string): string {
  return folded(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** `first name`, `firstname` and `First-Name` are one. */
function key(name: string): string {
  return plain(name).replaceAll(' ', '')
}

const fieldOf = new Map<string, string>(
  IMPORT_FIELDS.flatMap((field) => [field, ...(NAMES[field] ?? [])].map((name) => [key(name), field] as const)),
)

/** Which field each column holds, by its head; none twice, the first one has it. */
export function guessColumns(header: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  return header.map((name) => {
    const field = fieldOf.get(key(name))
    if (field === undefined || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** Needed fields that no column holds [8.19]. */
export function missingFields(columns: Columns): string[] {
  return NEEDED_FIELDS.filter((field) => !columns.includes(field))
}

/** `2017-08-31` of `31/08/2017`, `31.8.2017`, `2017-8-31`; what is no such day stays as it is. */
function dayOf(text: string): string {
  const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const dayFirst = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
  const [year, month, day] = yearFirst
    ? [yearFirst[1], yearFirst[2], yearFirst[3]]
    : [dayFirst?.[3], dayFirst?.[2], dayFirst?.[1]]
  if (year === undefined || month === undefined || day === undefined) return text
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function oneOf<T extends string>(known: readonly T[], text: string): T | undefined {
  const dashed = plain(text).replaceAll(' ', '-')
  return known.find((one) => one === dashed)
}

/** What a club's own rules add: its date, its member types. */
export interface ImportRules {
  today: string
  /** Empty: any. */
  memberTypes: readonly string[]
}

/** One row of the file as a member, and what is wrong with it by itself. */
export function readRow(
  cells: readonly string[],
  columns: Columns,
  { today, memberTypes }: ImportRules,
): { member: ImportedMember; problems: RowProblem[] } {
  const values = new Map(columns.flatMap((field, k) => (field === null ? [] : [[field, cells[k]?.trim() ?? '']])))
  const text = (field: string) => values.get(field) ?? ''
  const problems: RowProblem[] = []
  const wrong = (field: string | null, problem: string) => void problems.push({ field, problem })
  const guardians = guardiansOf(text)
  const member: ImportedMember = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    dob: dayOf(text('dob')),
    ngo_id: text('ngo_id') || null,
    member_type: text('member_type') || null,
    category: text('category') === '' ? null : (oneOf(CATEGORIES, text('category')) ?? null),
    status: text('status') === '' ? 'active' : (oneOf(STATUSES, text('status')) ?? 'active'),
    tags: inOneSpelling(text('tags').split(TAG_SIGN)),
    guardians: guardians.map(({ guardian }) => guardian),
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) wrong(null, 'too-many-cells')
  for (const { field, problem } of memberProblems({ ...member, phones: [] }, today)) {
    const [first = '', at, inner = ''] = field.split('/')
    wrong(
      first === 'guardians' ? (guardians[Number(at)]?.before ?? '') + inner.slice('guardian'.length) : first,
      problem,
    )
  }
  if ([...(member.ngo_id ?? '')].length > NUMBER_LENGTH) wrong('ngo_id', 'too-long')
  if (member.tags.length > MOST_TAGS) wrong('tags', 'too-many')
  if (text('category') !== '' && member.category === null) wrong('category', 'unknown-choice')
  if (text('status') !== '' && oneOf(STATUSES, text('status')) === undefined) wrong('status', 'unknown-choice')
  if (member.member_type !== null && memberTypes.length > 0 && !memberTypes.includes(member.member_type))
    wrong('member_type', 'unknown-choice')
  return { member, problems }
}

/** Guardians that anything is said of; details may be left out altogether [5.14]. */
function guardiansOf(text: (field: string) => string): { before: string; guardian: GuardianEntry }[] {
  return GUARDIANS.flatMap((at) => {
    const before = at === 1 ? 'guardian' : `guardian_${at}`
    const guardian = {
      guardian_firstname: text(`${before}_firstname`),
      guardian_lastname: text(`${before}_lastname`),
      guardian_email: text(`${before}_email`) || null,
    }
    const empty = `${guardian.guardian_firstname}${guardian.guardian_lastname}${guardian.guardian_email ?? ''}` === ''
    return empty ? [] : [{ before, guardian }]
  })
}

/** A member as cells of the file, by field: what `readRow` reads back. */
export function cellsOf(
  member: Omit<ImportedMember, 'category' | 'status'> & { category: string | null; status: string },
) {
  const cells = new Map<string, string>([
    ['firstname', member.firstname],
    ['lastname', member.lastname],
    ['dob', member.dob],
    ['ngo_id', member.ngo_id ?? ''],
    ['member_type', member.member_type ?? ''],
    ['category', member.category ?? ''],
    ['status', member.status],
    // names of long ago may hold a sign that parts several
    ['tags', inOneSpelling(member.tags.map((tag) => tag.replaceAll(/[,;]/g, '/'))).join(`${TAG_SIGN} `)],
  ])
  member.guardians.forEach((guardian, k) => {
    const before = k === 0 ? 'guardian' : `guardian_${k + 1}`
    cells.set(`${before}_firstname`, guardian.guardian_firstname)
    cells.set(`${before}_lastname`, guardian.guardian_lastname)
    cells.set(`${before}_email`, guardian.guardian_email ?? '')
  })
  return cells
}
