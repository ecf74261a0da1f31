// The fields of a member, each declared once. Contract, form, SQL, revision, files, import and merge are made from this
// record; what shows single fields by hand (lists, tablet, parents) is compared with it by `server/member-fields.test.ts`.
import { MAX_PHONES, MAX_TAGS, NOTE_LENGTH, NUMBER_LENGTH, PHONE_LENGTH, TAG_LENGTH } from '#domain/identity/person.ts'
import { namesIn, namesOf, type NameIn } from '#domain/platform/declared-fields.ts'
import { NAME_MAX } from '#domain/platform/name.ts'
import { CATEGORIES, STATUSES } from './member-choices.ts'

/** A place where a field appears besides the record that the club's office reads, which has all of them. */
export type FieldPlace =
  /** The form of the club's office. */
  | 'form'
  /** The file of members, written and read. No field with medical data or telephone numbers (security.md 44). */
  | 'file'
  /** A file of members that is read; what has this place and not `file` is never written to one. */
  | 'import'
  /** The list of a club's members. */
  | 'club-list'
  /** The list of all clubs' members, for authors. */
  | 'client-list'
  /** What the child's parents see. */
  | 'parent'
  /** The tablet of a coach. */
  | 'tablet'
  /** The tablet of a coach, only while the member is in the coach's care. */
  | 'tablet-in-care'

interface FieldBase {
  /**
   * The table of the column, which has the name of the field: `members` holds what all clubs of a client share,
   * `club_members` what is one club's own.
   */
  table: 'members' | 'club_members'
  in: readonly FieldPlace[]
  /** A club may change it although a course provider owns the record. */
  clubsOwn?: true
  /**
   * What a merge of two records gives the one that stays: its own value, the other's where it has none, or both
   * together (a list's entries, the lines of a text).
   */
  merge: 'kept' | 'filled' | 'joined'
  /**
   * Other headings of its column in a file, in English and Welsh, without punctuation and accents. Its name is always
   * one.
   */
  headings?: readonly string[]
}

/** What a field holds. Only names, the birthday, lists and choices with a default are never null. */
type FieldKind =
  | { kind: 'name' | 'birthday' }
  /** A text of at most `max` characters; `notes` may have several lines. */
  | { kind: 'text' | 'notes'; max: number }
  | { kind: 'choice'; choices: readonly string[]; default?: string }
  /** One of the texts that the club has chosen. */
  | { kind: 'club-choice'; max: number }
  /** At most `most` texts of at least `min` (1) and at most `max` characters; `pattern` is a regular expression. */
  | { kind: 'list'; most: number; min?: number; max: number; pattern?: string }

export type MemberField = FieldBase & FieldKind

/** The words for a member in files of other programs. */
export const CHILD_WORDS = [
  'child',
  'childs',
  'member',
  'pupil',
  'student',
  'swimmer',
  'gymnast',
  'participant',
  'attendee',
  'athlete',
  'memb',
]

/** Headings, also with a word for the member before them: `Student First`. */
function ofChild(headings: readonly string[]): string[] {
  return headings.flatMap((heading) => [heading, ...CHILD_WORDS.map((child) => `${child} ${heading}`)])
}

const memberFields = {
  firstname: {
    kind: 'name',
    table: 'members',
    in: ['form', 'file', 'club-list', 'client-list', 'parent', 'tablet'],
    merge: 'kept',
    headings: ofChild([
      'first',
      'first name',
      'first names',
      'forenames',
      'given names',
      'forename',
      'given name',
      'legal first name',
      'legal forename',
    ]).concat('enw cyntaf'),
  },
  lastname: {
    kind: 'name',
    table: 'members',
    in: ['form', 'file', 'club-list', 'client-list', 'parent', 'tablet'],
    merge: 'kept',
    headings: ofChild(['last', 'last name', 'surname', 'family name', 'legal last name', 'legal surname']).concat(
      'cyfenw',
    ),
  },
  dob: {
    kind: 'birthday',
    table: 'members',
    in: ['form', 'file', 'club-list', 'client-list', 'parent', 'tablet'],
    merge: 'kept',
    headings: ofChild(['dob', 'date of birth', 'birth date', 'birthday', 'born', 'd o b']).concat('dyddiad geni'),
  },
  /** Membership number. */
  ngo_id: {
    kind: 'text',
    max: NUMBER_LENGTH,
    table: 'members',
    in: ['form', 'file', 'club-list', 'client-list', 'parent'],
    merge: 'filled',
    headings: [
      'membership number',
      'membership no',
      'member number',
      'member no',
      'number',
      'no',
      'membership id',
      'member id',
      'member unique id',
      'id',
      'reference',
      'ref',
      'registration number',
      'registration no',
      'child id',
      'student id',
      'student number',
      'pupil id',
      'swimmer id',
      'athlete id',
      'customer id',
      'client id',
      'person id',
      'registration id',
      'licence number',
      'license number',
      'ngb number',
      'asa number',
      'asa no',
      'asa id',
      'se number',
      'swim england number',
      'swim wales number',
      'bg number',
      'bg no',
      'british gymnastics number',
      'welsh gymnastics number',
      'usa swimming id',
      'upn',
      'urn',
      'rhif aelodaeth',
      'rhif aelod',
      'rhif',
    ],
  },
  member_type: {
    kind: 'club-choice',
    max: NAME_MAX,
    table: 'club_members',
    in: ['form', 'file', 'club-list', 'parent'],
    merge: 'kept',
    headings: ['type', 'membership type', 'membership', 'math o aelod', 'math'],
  },
  category: {
    kind: 'choice',
    choices: CATEGORIES,
    table: 'club_members',
    in: ['form', 'file', 'club-list'],
    clubsOwn: true,
    merge: 'kept',
    headings: ['level category', 'categori'],
  },
  status: {
    kind: 'choice',
    choices: STATUSES,
    default: 'active',
    table: 'club_members',
    in: ['file', 'club-list', 'parent', 'tablet'],
    merge: 'kept',
    headings: [
      'statws',
      'active',
      'is active',
      'member status',
      'membership status',
      'student status',
      'enrolment status',
      'enrollment status',
      'gweithredol',
    ],
  },
  phones: {
    kind: 'list',
    most: MAX_PHONES,
    min: 3,
    max: PHONE_LENGTH,
    pattern: '^[0-9+()\\s./-]*$',
    table: 'members',
    in: ['form', 'import', 'tablet-in-care'],
    merge: 'joined',
    headings: [
      'phone',
      'telephone',
      'mobile',
      'phone number',
      'phone no',
      'mobile number',
      'mobile no',
      'mobile phone',
      'telephone number',
      'telephone no',
      'tel',
      'tel no',
      'cell',
      'cell phone',
      'ffon',
      'rhif ffon',
      'ffon symudol',
    ],
  },
  /** Ability groups. */
  tags: {
    kind: 'list',
    most: MAX_TAGS,
    max: TAG_LENGTH,
    table: 'club_members',
    in: ['form', 'file'],
    clubsOwn: true,
    merge: 'joined',
    headings: ['ability groups', 'ability group', 'tags', 'setiau gallu'],
  },
  /** Medical notes and conditions. */
  medical: {
    kind: 'notes',
    max: NOTE_LENGTH,
    table: 'members',
    in: ['form', 'import', 'tablet-in-care'],
    merge: 'joined',
    headings: [
      'medical notes',
      'nodiadau a chyflyrau meddygol',
      'gwybodaeth feddygol',
      'anghenion meddygol',
      'medical conditions',
      'medical information',
      'medical info',
      'medical details',
      'medical condition',
      'medical history',
      'medical alert',
      'medical alerts',
      'medical allergies',
      'medical needs',
      'medical issues',
      'health',
      'health notes',
      'health conditions',
      'health information',
      'health info',
      'conditions',
      'allergy',
      'allergies',
      'allergies medical',
      'medication',
      'medications',
      'disability',
      'disabilities',
      'additional needs',
      'special needs',
      'sen',
      'send',
      'support needs',
      'additional support',
      'additional support needs',
      'nodiadau meddygol',
      'gwybodaeth feddygol',
      'alergeddau',
    ],
  },
  note: {
    kind: 'notes',
    max: NOTE_LENGTH,
    table: 'club_members',
    in: ['form', 'import', 'tablet-in-care'],
    clubsOwn: true,
    merge: 'kept',
    headings: [
      'notes',
      'member note',
      'member notes',
      'comment',
      'comments',
      'general notes',
      'remarks',
      'nodyn',
      'nodiadau',
    ],
  },
} as const satisfies Readonly<Record<string, MemberField>>

export type MemberFieldName = keyof typeof memberFields

type ValueOf<F extends MemberField> = F extends { kind: 'list' }
  ? string[]
  : F extends { kind: 'name' | 'birthday' }
    ? string
    : F extends { choices: readonly (infer Choice)[] }
      ? F extends { default: string }
        ? Choice
        : Choice | null
      : string | null

/** The values of a member's fields; a birthday is YYYY-MM-DD. */
export type MemberFields = { -readonly [Name in MemberFieldName]: ValueOf<(typeof memberFields)[Name]> }

/** The names of all fields, in the order in which they are shown. */
export const MEMBER_FIELDS = namesOf(memberFields)

/** The declaration of a field, without the literal types of `memberFields`. */
export function memberField(name: MemberFieldName): MemberField {
  return memberFields[name]
}

/** The name of a field that appears in this place. */
export type FieldIn<Place extends FieldPlace> = NameIn<typeof memberFields, Place>

/** The names of the fields that appear in this place. */
export function fieldsIn<Place extends FieldPlace>(place: Place): FieldIn<Place>[] {
  return namesIn(memberFields, place)
}

/** What the columns of fields hold. */
export type FieldValue = string | null | string[]

/** What a field holds when nothing was entered. */
export function emptyValue(field: MemberField): FieldValue {
  if (field.kind === 'list') return []
  if (field.kind === 'name' || field.kind === 'birthday') return ''
  return field.kind === 'choice' ? (field.default ?? null) : null
}

/** The value as it is stored: without space around texts, and without empty ones. */
export function normalizedValue(field: MemberField, value: FieldValue): FieldValue {
  if (typeof value === 'object') return value?.map((text) => text.trim()).filter((text) => text !== '') ?? null
  // a choice is one of given texts, so it is not changed
  const text = field.kind === 'choice' || field.kind === 'club-choice' ? value : value.trim()
  return text === '' ? emptyValue(field) : text
}

/** Builds the values of all fields. */
export function memberFieldsOf(valueOf: (name: MemberFieldName, field: MemberField) => FieldValue): MemberFields {
  // the compiler cannot know that each value is of its field's type
  return Object.fromEntries(MEMBER_FIELDS.map((name) => [name, valueOf(name, memberField(name))])) as MemberFields
}
