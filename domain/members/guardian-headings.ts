// Headings of columns about whoever is called about a child, in files of members, in English and Welsh.
import { withEndings, type Headings } from './headings.ts'

/** Who is called about a child, in other programs. */
const FIRST_CONTACTS = [
  'guardian',
  'guardian 1',
  'parent',
  'parent 1',
  'parent guardian',
  'parent guardian 1',
  'parent or guardian',
  'parent carer',
  'parent carer 1',
  'carer',
  'carer 1',
  'mother',
  'mothers',
  'mum',
  'mums',
  'contact 1',
  'primary contact',
  'primary guardian',
  'primary parent',
  'main contact',
  'emergency contact',
  'emergency contact 1',
  'account holder',
  'controlling user',
  'next of kin',
  'booker',
  'booked by',
  'lead booker',
  'lead contact',
  'account owner',
  'customer',
  'payer',
  'bill payer',
]
const SECOND_CONTACTS = [
  'guardian 2',
  'parent 2',
  'parent guardian 2',
  'parent carer 2',
  'carer 2',
  'second parent',
  'second guardian',
  'father',
  'fathers',
  'dad',
  'dads',
  'contact 2',
  'second contact',
  'secondary contact',
  'secondary guardian',
  'secondary parent',
  'emergency contact 2',
]

/** Further contacts have a number and no other words. */
const furtherContacts = (number: number): string[] =>
  ['guardian', 'parent', 'parent guardian', 'parent carer', 'carer', 'contact', 'emergency contact'].map(
    (contact) => `${contact} ${number}`,
  )
const FURTHER = [3, 4, 5, 6] as const

/** The words for a guardian in Welsh; those of the first one may have no number. */
const welshGuardians = (number: number): string[] =>
  ['gwarcheidwad', 'rhiant', 'rhiant gwarcheidwad'].flatMap((guardian) =>
    number === 1 ? [guardian, `${guardian} 1`] : [`${guardian} ${number}`],
  )

/** Headings for a guardian in Welsh, where what it is stands first (`cyfenw’r rhiant`) or last (`rhiant cyfenw`). */
const inWelsh = (number: number, parts: readonly string[]): string[] =>
  welshGuardians(number).flatMap((guardian) =>
    parts.flatMap((part) => [
      `${guardian} ${part}`,
      `${part} ${guardian}`,
      `${part} y ${guardian}`,
      `${part} r ${guardian}`,
    ]),
  )
const WELSH_NAME = ['enw', 'enw cyfan']
const WELSH_FIRST = ['enw cyntaf']
const WELSH_LAST = ['cyfenw']
const WELSH_EMAIL = ['e bost', 'cyfeiriad e bost']

const FIRST = ['first name', 'first', 'forename', 'given name']
const LAST = ['last name', 'last', 'surname', 'family name']
const EMAIL = ['email', 'e mail', 'email address', 'e mail address']

/** Columns with a guardian's name, a part of it or the address; more of them stand in `guardianFields`. */
export const HEADINGS_OF_GUARDIANS: Headings = [
  [
    'guardian_name',
    [
      ...FIRST_CONTACTS,
      ...withEndings(FIRST_CONTACTS, ['name', 'full name']),
      'contact name',
      'account name',
      'guardians name',
      'parents name',
      'parents names',
      'parent names',
      'parents',
      ...welshGuardians(1),
      ...inWelsh(1, WELSH_NAME),
    ],
  ],
  [
    'guardian_2_name',
    [
      ...SECOND_CONTACTS,
      ...withEndings(SECOND_CONTACTS, ['name', 'full name']),
      ...welshGuardians(2),
      ...inWelsh(2, WELSH_NAME),
    ],
  ],
  ...FURTHER.map(
    (number) =>
      [
        `guardian_${number}_name`,
        [
          ...furtherContacts(number),
          ...withEndings(furtherContacts(number), ['name', 'full name']),
          ...welshGuardians(number),
          ...inWelsh(number, WELSH_NAME),
        ],
      ] as const,
  ),
  ['guardian_firstname', [...withEndings([...FIRST_CONTACTS, 'contact'], FIRST), ...inWelsh(1, WELSH_FIRST)]],
  ['guardian_lastname', [...withEndings([...FIRST_CONTACTS, 'contact'], LAST), ...inWelsh(1, WELSH_LAST)]],
  [
    'guardian_email',
    [
      ...withEndings([...FIRST_CONTACTS, 'contact', 'primary', 'main', 'account', 'family', 'home'], EMAIL),
      ...inWelsh(1, WELSH_EMAIL),
    ],
  ],
  ['guardian_2_firstname', [...withEndings(SECOND_CONTACTS, FIRST), ...inWelsh(2, WELSH_FIRST)]],
  ['guardian_2_lastname', [...withEndings(SECOND_CONTACTS, LAST), ...inWelsh(2, WELSH_LAST)]],
  [
    'guardian_2_email',
    [
      ...withEndings([...SECOND_CONTACTS, 'secondary', 'second', 'alternative'], EMAIL),
      'email 2',
      ...inWelsh(2, WELSH_EMAIL),
    ],
  ],
  ...FURTHER.flatMap((number) => [
    [
      `guardian_${number}_firstname`,
      [...withEndings(furtherContacts(number), FIRST), ...inWelsh(number, WELSH_FIRST)],
    ] as const,
    [
      `guardian_${number}_lastname`,
      [...withEndings(furtherContacts(number), LAST), ...inWelsh(number, WELSH_LAST)],
    ] as const,
    [
      `guardian_${number}_email`,
      [...withEndings(furtherContacts(number), EMAIL), `email ${number}`, ...inWelsh(number, WELSH_EMAIL)],
    ] as const,
  ]),
]

const NUMBER = [
  'phone',
  'phone number',
  'phone no',
  'mobile',
  'mobile number',
  'mobile no',
  'mobile phone',
  'telephone',
  'telephone number',
  'telephone no',
  'tel',
  'tel no',
  'number',
  'no',
  'cell',
  'cell phone',
  'home phone',
  'work phone',
]

/** Columns with telephone numbers, whoever is called there. */
export const PHONE_HEADINGS: readonly string[] = withEndings(
  [
    ...FIRST_CONTACTS,
    ...SECOND_CONTACTS,
    ...FURTHER.flatMap(furtherContacts),
    'contact',
    'primary',
    'secondary',
    'main',
    'home',
    'work',
    'emergency',
    'alternative',
    'daytime',
    'evening',
  ],
  NUMBER,
)
