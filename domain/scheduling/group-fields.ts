// The fields of a group, each declared once. Contract, form, SQL, revision, file and roster are made from this record;
// the board at the end of a term, which shows single fields by hand, is compared with it by `server/group-fields.test.ts`.
import { NUMBER_LENGTH } from '#domain/identity/person.ts'
import { mondayFirst } from '#domain/platform/club-time.ts'
import { namesIn, namesOf, type NameIn } from '#domain/platform/declared-fields.ts'
import { NAME_MAX } from '#domain/platform/name.ts'

/** A place where a field appears besides the record that the club's office reads, which has all of them. */
export type GroupFieldPlace =
  /** The form of the club's office. */
  | 'form'
  /** Written as the form's fields are, but by the API alone. */
  | 'api'
  /** The file of the list of groups, which is written and never read. */
  | 'file'
  /** The group in lists, on tablets and for parents. */
  | 'list'
  /** The board at the end of a term. */
  | 'board'

interface FieldBase {
  in: readonly GroupFieldPlace[]
  /** The roster of a course provider has it. */
  roster?: true
  /** A club may change it although a course provider owns the group, as long as no roster names the group's scheme. */
  clubsOwn?: true
}

/** What a field holds. Only a name, lists, flags, what has a default and what is required are never null. */
type FieldKind =
  | { kind: 'name' | 'weekdays' | 'levels' | 'flag' }
  | { kind: 'text'; max: number }
  /** A whole number from `min` to `max`. */
  | { kind: 'number'; min: number; max: number; default?: number }
  /** `HH:mm` in the club's zone. */
  | { kind: 'time' }
  /** YYYY-MM-DD in the club's zone. */
  | { kind: 'date'; required?: true }
  /** The scheme's slug; the column is `scheme_id`. */
  | { kind: 'scheme' }
  /** Levels that may be others than those of the field `levels`; null = the same. The column always has them. */
  | { kind: 'other-levels' }

export type GroupField = FieldBase & FieldKind

const groupFields = {
  name: { kind: 'name', in: ['form', 'file', 'list', 'board'], roster: true },
  /** Where the group meets. */
  place: { kind: 'text', max: NAME_MAX, in: ['form', 'file', 'list'], roster: true },
  /** 0 = Sunday … 6 = Saturday, from Monday to Sunday. */
  weekdays: { kind: 'weekdays', in: ['form', 'file', 'list', 'board'], roster: true },
  /** Null when the group has no time. */
  start_at: { kind: 'time', in: ['form', 'file', 'list', 'board'], roster: true },
  duration_minutes: {
    kind: 'number',
    min: 5,
    max: 24 * 60,
    default: 30,
    in: ['form', 'file', 'list', 'board'],
    roster: true,
  },
  first_date: { kind: 'date', required: true, in: ['form', 'file', 'list'], roster: true },
  last_date: { kind: 'date', in: ['form', 'file', 'list'], roster: true },
  max_size: { kind: 'number', min: 1, max: 1000, in: ['form', 'file', 'list', 'board'] },
  /** Whole years: members are at least `age_from` and younger than `age_to` [5.8]. */
  age_from: { kind: 'number', min: 0, max: 120, in: ['form', 'file', 'board'] },
  age_to: { kind: 'number', min: 1, max: 120, in: ['form', 'file', 'board'] },
  scheme_slug: { kind: 'scheme', in: ['form', 'list', 'board'], roster: true, clubsOwn: true },
  /** Node ids of the levels that the group teaches, in tree order. */
  levels: { kind: 'levels', in: ['form', 'list', 'board'], roster: true, clubsOwn: true },
  /** The levels of which coaches may mark skills [3.8], [R6.3]. */
  assessment_levels: { kind: 'other-levels', in: ['form'], clubsOwn: true },
  /** Coaches may mark only the current level of each member. */
  assessment_level_limit: { kind: 'flag', in: ['form', 'list'], clubsOwn: true },
  /** A parent books the group for one child. */
  is_slot: { kind: 'flag', in: ['api', 'list'], roster: true },
  /** The group's number at the course provider. */
  ngo_id: { kind: 'text', max: NUMBER_LENGTH, in: ['list'], roster: true },
} as const satisfies Readonly<Record<string, GroupField>>

export type GroupFieldName = keyof typeof groupFields

type ValueOf<F extends GroupField> = F extends { kind: 'flag' }
  ? boolean
  : F extends { kind: 'weekdays' }
    ? number[]
    : F extends { kind: 'levels' }
      ? string[]
      : F extends { kind: 'other-levels' }
        ? string[] | null
        : F extends { kind: 'number' }
          ? F extends { default: number }
            ? number
            : number | null
          : F extends { kind: 'name' } | { required: true }
            ? string
            : string | null

/** The values of a group's fields. */
export type GroupFields = { -readonly [Name in GroupFieldName]: ValueOf<(typeof groupFields)[Name]> }

/** The names of all fields, in the order in which they are shown. */
export const GROUP_FIELDS = namesOf(groupFields)

/** The declaration of a field, without the literal types of `groupFields`. */
export function groupField(name: GroupFieldName): GroupField {
  return groupFields[name]
}

/** The name of a field that appears in this place. */
export type GroupFieldIn<Place extends GroupFieldPlace> = NameIn<typeof groupFields, Place>

/** The names of the fields that appear in this place. */
export function groupFieldsIn<Place extends GroupFieldPlace>(place: Place): GroupFieldIn<Place>[] {
  return namesIn(groupFields, place)
}

/** The name of a field that a club's office writes. */
export type EditableGroupField = GroupFieldIn<'form'> | GroupFieldIn<'api'>
export const EDITABLE_GROUP_FIELDS: readonly EditableGroupField[] = [...groupFieldsIn('form'), ...groupFieldsIn('api')]

/** The name of a field that the roster of a course provider has. */
export type RosterGroupField = {
  [Name in GroupFieldName]: (typeof groupFields)[Name] extends { roster: true } ? Name : never
}[GroupFieldName]
export const ROSTER_GROUP_FIELDS: readonly RosterGroupField[] = GROUP_FIELDS.filter(
  (name): name is RosterGroupField => groupField(name).roster === true,
)

/** The fields that a club may change in the group of a course provider. */
export const CLUBS_OWN_GROUP_FIELDS: readonly GroupFieldName[] = GROUP_FIELDS.filter(
  (name) => groupField(name).clubsOwn === true,
)

/** What fields hold. */
export type GroupFieldValue = GroupFields[GroupFieldName]

/** What a field holds when nothing was entered. */
export function emptyGroupValue(field: GroupField): GroupFieldValue {
  switch (field.kind) {
    case 'name':
      return ''
    case 'weekdays':
    case 'levels':
      return []
    case 'flag':
      return false
    case 'number':
      return field.default ?? null
    case 'date':
      return field.required === true ? '' : null
    default:
      return null
  }
}

/**
 * The fields of a group as they are stored: what is left out is empty, no text has space around it, and levels are other
 * levels only where they differ.
 */
export function storedGroupFields(entry: Partial<GroupFields>): GroupFields {
  const valueOf = (name: GroupFieldName): GroupFieldValue => {
    const field = groupField(name)
    const { [name]: value = emptyGroupValue(field) } = entry
    if (field.kind !== 'name' && field.kind !== 'text') return value
    return String(value ?? '').trim() || emptyGroupValue(field)
  }
  // the compiler cannot know that each value is of its field's type
  const fields = Object.fromEntries(GROUP_FIELDS.map((name) => [name, valueOf(name)])) as unknown as GroupFields
  const { levels, assessment_levels: chosen } = fields
  const areSame = chosen !== null && chosen.length === levels.length && chosen.every((level) => levels.includes(level))
  return {
    ...fields,
    weekdays: mondayFirst(fields.weekdays),
    assessment_levels: areSame && levels.length > 0 ? null : chosen,
  }
}
