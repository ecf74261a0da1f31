// Which field a heading of a file of members names: by the whole of it, or by words in it, as questions of forms have them.
import { GUARDIAN_FIELDS, guardianField } from '#domain/members/guardian-fields.ts'
import { birthdayPartsOf, isPartHeading } from '#domain/members/birthday-parts.ts'
import {
  fieldsOfColumn,
  GROUPS_COLUMN,
  guardianColumn,
  guardianColumns,
  GUARDIANS,
  LEVEL_COLUMNS,
  MARK_COLUMNS,
  nameColumns,
  plainWords,
  readFields,
} from '#domain/members/import-columns.ts'
import {
  OTHER_HEADINGS,
  GROUP_HEADINGS,
  LEVEL_HEADINGS,
  MARK_HEADINGS,
  NAME_HEADINGS,
} from '#domain/members/import-headings.ts'
import { HEADINGS_OF_GUARDIANS, PHONE_HEADINGS } from '#domain/members/guardian-headings.ts'
import { CHILD_WORDS, memberField } from '#domain/members/member-fields.ts'

/** The form in which headings are compared: `first name`, `firstname` and `First-Name` are the same. */
export function headingKey(heading: string): string {
  return plainWords(heading).replaceAll(' ', '')
}

/** The field of a column, by `headingKey` of its heading. */
const fieldByKey = new Map<string, string>(
  [
    ['phones', PHONE_HEADINGS] as const,
    ...readFields.map((name) => [name, memberField(name).headings ?? []] as const),
    ...guardianColumns.map((column) => [column, []] as const),
    // headings without a number are of the first guardian
    ...GUARDIAN_FIELDS.map((name) => [name, guardianField(name).headings] as const),
    ...[...nameColumns.keys()].map((column) => [column, []] as const),
    ...NAME_HEADINGS,
    ...HEADINGS_OF_GUARDIANS,
    ...LEVEL_HEADINGS,
    ...MARK_HEADINGS,
    ...OTHER_HEADINGS,
    [GROUPS_COLUMN, GROUP_HEADINGS] as const,
    ...[...LEVEL_COLUMNS, ...MARK_COLUMNS].map((column) => [column, []] as const),
  ].flatMap(([field, headings]) => [field, ...headings].map((heading) => [headingKey(heading), field] as const)),
)

const CHILD = new RegExp(`\\b(?:${CHILD_WORDS.join('|')})\\b`)
/** Who is asked about a child, and whose names and addresses are not the child's. */
const CONTACT =
  /\b(?:parents?|parental|guardians?|carers?|mothers?|mums?|fathers?|dads?|contacts?|emergency|booker|customer|payer|account|owner|rhiant|gwarcheidwad)\b/

/** Whether a heading says that it is about the child, as `Student last name` does beside `Family name`. */
export const namesChild = (heading: string): boolean => CHILD.test(plainWords(heading)) && !isOfContact(heading)
const isOfContact = (heading: string) => CONTACT.test(plainWords(heading))

/** What words in a heading name, and those that say that it is about something else. */
const WORDS: readonly { field: string; has: RegExp; not?: RegExp; who?: 'child' | 'not-contact' | 'not-child' }[] = [
  {
    field: 'dob',
    has: /\b(?:date of birth|d ?o ?b|birth ?da(?:te|y)|born on|dyddiad geni)\b/,
    who: 'not-contact',
  },
  { field: 'firstname', has: /\b(?:first ?name|forename|given name)\b/, who: 'child' },
  { field: 'lastname', has: /\b(?:last ?name|surname|family name)\b/, who: 'child' },
  {
    field: 'name',
    has: /\bname\b/,
    not: /\b(?:school|teacher|class|group|club|doctor|gp|preferred|known|middle|nick|user|pet|friend|sibling)\b/,
    who: 'child',
  },
  {
    field: 'medical',
    has: /\b(?:medical|allerg(?:y|ies|ic)|medications?|health)\b/,
    not: /\b(?:consent|permission|agree|doctor|gp|surgery|practice|insurance|form|date|seen|card|visitor|safety)\b/,
  },
  {
    field: 'phones',
    has: /\b(?:(?:tele)?phones?|mobiles?|cell(?:phone)?s?|tel|landline|ffon|(?:contact|emergency) (?:number|no)s?)\b/,
    not: /\b(?:consent|permission|type|e ?mails?|verified|provider|opt|ext|extension|name|device|app|date)\b/,
  },
  {
    field: 'guardian_email',
    has: /\b(?:e ?mails?|e ?bost)\b/,
    not: /\b(?:consent|permission|opt|verified|marketing|subscribed|newsletter|type|status|sent|bounced|date)\b/,
    who: 'not-child',
  },
  { field: 'level_passed', has: /\b(?:previous|last|highest|latest)\b.*\b(?:award|badge|level|stage)\b/ },
  { field: GROUPS_COLUMN, has: /\bwhich (?:class|group|course|session|squad)\b/ },
]

/** What may stand after the word for the child: what the child has, but no parent's name. */
const OF_CHILD: ReadonlySet<string> = new Set([...readFields, GROUPS_COLUMN, ...LEVEL_COLUMNS])

/** No heading is longer, not even the question of a form; longer cells are data, which would take long to look through. */
const LONGEST = 500

/** The field that a heading names; undefined for none. */
export function fieldOfHeading(heading: string): string | undefined {
  if (heading.length > LONGEST) return undefined
  const known = fieldByKey.get(headingKey(heading))
  if (known !== undefined) return known
  const words = plainWords(heading)
  // an example or a form in brackets: `Birth date (YYYY-MM-DD)`
  const bare = heading.replaceAll(/\([^)]*\)/g, '').trim()
  const isExplained = bare !== '' && bare !== heading && isOfContact(bare) === isOfContact(heading)
  const ofBare = isExplained ? fieldByKey.get(headingKey(bare)) : undefined
  if (ofBare !== undefined) return ofBare
  const [first = '', ...others] = words.split(' ')
  const ofChild = CHILD_WORDS.includes(first) ? fieldByKey.get(others.join('')) : undefined
  if (ofChild !== undefined && OF_CHILD.has(ofChild)) return ofChild
  const [isChild, isContact] = [CHILD.test(words), isOfContact(heading)]
  return WORDS.find(({ has, not, who }) => {
    if (!has.test(words) || not?.test(words) === true) return false
    if (who === 'child') return isChild && !isContact
    return who === undefined || (who === 'not-contact' ? !isContact : !isChild || isContact)
  })?.field
}

/** Whether a heading as a whole is that of a field; words in it do not count. */
export const isWholeHeading = (heading: string): boolean =>
  fieldByKey.has(headingKey(heading)) || isPartHeading(heading)

/** Whether a heading is that of a field, or of a part of a birthday. */
export function isKnownHeading(heading: string): boolean {
  return fieldOfHeading(heading) !== undefined || isPartHeading(heading)
}

/** Words at the end of a heading that say what of a guardian it is: `Emergency contact 1 last name`. */
const PART = /(?:^| )(?:full|first|last|given|family|forename|surname|names?|e|e?mails?|address(?:es)?|s)$/

/** The words for a guardian in a heading: `emergency contact 1`. */
function guardianIn(heading: string): string {
  let words = plainWords(heading)
  for (let before = ''; before !== words;) {
    before = words
    words = words.replace(PART, '')
  }
  return words
}

/** A guardian whom headings name, with the columns about that person. */
interface NamedGuardian {
  columns: { index: number; field: string }[]
  /** The number in the headings. */
  number: number
  hasName: boolean
  isEmergency: boolean
  /** Whether the headings name nobody: `Email` beside `Parent email` may be the child's own. */
  isOfNobody: boolean
}

const OF_NOBODY = /^(?:(?:user|login|account|username)s?)?$/

const numberOf = (field: string) => Number(/^guardian_(\d)_/.exec(field)?.[1] ?? 1)
const ofNumber = (field: string, number: number) =>
  guardianColumn(number, field.replace(/^guardian_(?:\d_)?/, 'guardian_'))

/** A year of birth alone is no birthday; `Birthday` and `Birth day` are one. */
const isLonePart = (heading: string) => isPartHeading(heading) && !fieldByKey.has(headingKey(heading))

/**
 * The fields that the headings name. Guardians keep their numbers while these are free; an emergency contact beside a
 * parent is the next guardian. An address of nobody in particular is left out where the parent has another.
 */
export function fieldsOfHeadings(header: readonly string[]): (string | undefined)[] {
  const parts = birthdayPartsOf(header)
  const fields = header.map(
    (heading, column) => parts.get(column) ?? (isLonePart(heading) ? undefined : fieldOfHeading(heading)),
  )
  const guardians = new Map<string, NamedGuardian>()
  fields.forEach((field, index) => {
    if (field?.startsWith('guardian_') !== true) return
    const words = guardianIn(header[index] ?? '')
    const found = guardians.get(words) ?? {
      columns: [],
      number: numberOf(field),
      hasName: false,
      isEmergency: words.includes('emergency'),
      isOfNobody: OF_NOBODY.test(words),
    }
    found.columns.push({ index, field })
    found.hasName ||= !field.endsWith('_email')
    guardians.set(words, found)
    fields[index] = undefined
  })
  const taken = new Set<string>()
  const inOrder = [...guardians.values()].toSorted(
    (a, b) =>
      Number(a.isEmergency) - Number(b.isEmergency) ||
      Number(b.hasName) - Number(a.hasName) ||
      Number(a.isOfNobody) - Number(b.isOfNobody),
  )
  for (const { columns, number, hasName } of inOrder) {
    const isFree = (each: number) =>
      columns.every(({ field }) => fieldsOfColumn(ofNumber(field, each)).every((part) => !taken.has(part)))
    // who has no name is no further person
    const free = GUARDIANS.find((each) => (hasName ? each >= number : each === number) && isFree(each))
    if (free === undefined) continue
    for (const { index, field } of columns) {
      fields[index] = ofNumber(field, free)
      for (const part of fieldsOfColumn(ofNumber(field, free))) taken.add(part)
    }
  }
  return fields
}
