// Other headings of columns in files of members, in English and Welsh, and the main ones in French and German, without punctuation and accents: those that other
// programs for clubs write. Headings of a member's and a guardian's own fields stand in their declarations.

type Headings = readonly (readonly [column: string, headings: readonly string[]])[]

/** The main columns in French and German, which are languages of the portals, too. */
export const FRENCH_AND_GERMAN_HEADINGS: Headings = [
  ['firstname', ['prenom', 'prenom de l enfant', 'vorname', 'vorname kind', 'vorname des kindes', 'rufname']],
  [
    'lastname',
    ['nom', 'nom de famille', 'nom de l enfant', 'nachname', 'familienname', 'nachname kind', 'nachname des kindes'],
  ],
  ['name', ['nom complet', 'nom et prenom', 'nom prenom', 'vollstandiger name', 'name vorname', 'nachname vorname']],
  ['dob', ['date de naissance', 'ne le', 'nee le', 'ne e le', 'naissance', 'geburtsdatum', 'geburtstag', 'geboren am']],
  [
    'phones',
    ['telephone', 'numero de telephone', 'portable', 'tel portable', 'telefon', 'telefonnummer', 'handy', 'mobil'],
  ],
  [
    'ngo_id',
    ['numero de licence', 'numero d adherent', 'n adherent', 'mitgliedsnummer', 'mitgliedsnr', 'mitglieds nr'],
  ],
  [
    'medical',
    ['informations medicales', 'remarques medicales', 'medizinische hinweise', 'allergien', 'cyflwr meddygol'],
  ],
  [
    'guardian_email',
    ['courriel', 'courriel du parent', 'courriel des parents', 'e mail eltern', 'e mail der eltern', 'email eltern'],
  ],
  ['groups', ['groupe', 'cours', 'gruppe', 'kurs', 'kursname']],
]

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

const withEndings = (beginnings: readonly string[], endings: readonly string[]) =>
  beginnings.flatMap((beginning) => endings.map((ending) => `${beginning} ${ending}`))

/** Columns with a whole name. */
export const NAME_HEADINGS: Headings = [
  [
    'name',
    [
      'surname first',
      'surname first name',
      'surname forename',
      'last first',
      'last name first name',
      'child name',
      'childs name',
      'child',
      'child full name',
      'full name',
      'member name',
      'member',
      'pupil name',
      'pupil',
      'student name',
      'student full name',
      'student',
      'swimmer',
      'swimmer name',
      'gymnast',
      'gymnast name',
      'participant',
      'participant name',
      'attendee',
      'attendee name',
      'athlete',
      'athlete name',
      'name of child',
      'enw',
      'enw plentyn',
      'enw llawn',
      'enw cyfan',
    ],
  ],
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
      'gwarcheidwad',
      'rhiant',
      'rhiant gwarcheidwad',
      'enw rhiant',
      'enw gwarcheidwad',
    ],
  ],
  ['guardian_2_name', [...SECOND_CONTACTS, ...withEndings(SECOND_CONTACTS, ['name', 'full name'])]],
  ...FURTHER.map(
    (number) =>
      [
        `guardian_${number}_name`,
        [...furtherContacts(number), ...withEndings(furtherContacts(number), ['name', 'full name'])],
      ] as const,
  ),
]

const FIRST = ['first name', 'first', 'forename', 'given name']
const LAST = ['last name', 'last', 'surname', 'family name']
const EMAIL = ['email', 'e mail', 'email address', 'e mail address']

/** Headings for a guardian in Welsh, where what it is stands first (`cyfenw’r rhiant`) or last (`rhiant cyfenw`). */
const inWelsh = (parts: readonly string[]): string[] =>
  ['gwarcheidwad', 'rhiant', 'rhiant gwarcheidwad'].flatMap((guardian) =>
    parts.flatMap((part) => [
      `${guardian} ${part}`,
      `${part} ${guardian}`,
      `${part} y ${guardian}`,
      `${part} r ${guardian}`,
    ]),
  )

/** Columns with a part of a guardian's name or the address; more of them stand in `guardianFields`. */
export const HEADINGS_OF_GUARDIANS: Headings = [
  ['guardian_firstname', [...withEndings([...FIRST_CONTACTS, 'contact'], FIRST), ...inWelsh(['enw cyntaf'])]],
  ['guardian_lastname', [...withEndings([...FIRST_CONTACTS, 'contact'], LAST), ...inWelsh(['cyfenw'])]],
  [
    'guardian_email',
    [
      ...withEndings([...FIRST_CONTACTS, 'contact', 'primary', 'main', 'account', 'family', 'home'], EMAIL),
      ...inWelsh(['e bost', 'cyfeiriad e bost']),
    ],
  ],
  ['guardian_2_firstname', withEndings(SECOND_CONTACTS, FIRST)],
  ['guardian_2_lastname', withEndings(SECOND_CONTACTS, LAST)],
  ['guardian_2_email', [...withEndings([...SECOND_CONTACTS, 'secondary', 'second', 'alternative'], EMAIL), 'email 2']],
  ...FURTHER.flatMap((number) => [
    [`guardian_${number}_firstname`, withEndings(furtherContacts(number), FIRST)] as const,
    [`guardian_${number}_lastname`, withEndings(furtherContacts(number), LAST)] as const,
    [`guardian_${number}_email`, [...withEndings(furtherContacts(number), EMAIL), `email ${number}`]] as const,
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

/** What is called a group only where nothing else is, the surest first. */
export const SECOND_GROUP_HEADINGS: readonly string[] = [
  'enrolments',
  'enrollments',
  'enrolled in',
  'roster group',
  'subgroups',
  'subgroup',
  'teams',
  'team',
  'training group',
  'event title',
  'event',
  'activity',
  'activity name',
  'class title',
  'course title',
  'programme',
  'program',
  'programme name',
  'program name',
]

export const GROUP_HEADINGS: readonly string[] = [
  'group',
  'group name',
  'class',
  'class name',
  'class group',
  'group class',
  'classes',
  'enrolled classes',
  'enrolled class',
  'current class',
  'current classes',
  'course',
  'course name',
  'session name',
  'squad',
  'squads',
  'groups',
  'lesson',
  'lesson name',
  // of lists in blocks (`class-titles.ts`)
  'class above the rows',
  'grwp',
  'grwpiau',
  'dosbarth',
]

/** Columns about a mark of one skill. */
export const MARK_HEADINGS: Headings = [
  ['skill', ['skill name', 'skill title', 'sgil', 'enw sgil', 'enw’r sgil']],
  [
    'skill_grade',
    [
      'skill result',
      'result of the skill',
      'canlyniad y sgil',
      'skill mark',
      'skill score',
      'skill status',
      'gradd sgil',
      'canlyniad sgil',
    ],
  ],
  ['skill_pass', ['pass grade of that day', 'gradd basio’r diwrnod hwnnw']],
]

/** Columns about levels. */
export const LEVEL_HEADINGS: Headings = [
  [
    'level_passed',
    [
      'level passed',
      'last level passed',
      'passed level',
      'level achieved',
      'level completed',
      'last level',
      'highest level',
      'last award',
      'last badge',
      'latest award',
      'highest award',
      'award achieved',
      'award',
      'badge',
      'lefel a basiwyd',
      'lefel olaf a basiwyd',
      'lefel ddiwethaf',
    ],
  ],
  [
    'level_passed_on',
    [
      'passed on',
      'passed',
      'date passed',
      'pass date',
      'level date',
      'level passed on',
      'achieved',
      'achieved on',
      'date achieved',
      'completed on',
      'date completed',
      'completion date',
      'award date',
      'date awarded',
      'marked on',
      'passed or marked on',
      'marciwyd ar',
      'pasiwyd neu marciwyd ar',
      'pasiwyd',
      'pasiwyd ar',
      'dyddiad pasio',
    ],
  ],
  [
    'level_coach',
    [
      'coach',
      'passed by',
      'assessed by',
      'marked by',
      'passed or marked by',
      'pasiwyd neu marciwyd gan',
      'enw’r hyfforddwr',
      'assessor',
      'teacher',
      'instructor',
      'coach name',
      'teacher name',
      'instructor name',
      'hyfforddwr',
      'athro',
    ],
  ],
  [
    'level_at',
    [
      'level',
      'stage',
      'current level',
      'current stage',
      'skill level',
      'class level',
      'works at',
      'works at level',
      'yn gweithio ar',
      'yn gweithio ar lefel',
      'working at',
      'working towards',
      'swimming level',
      'swim level',
      'gym level',
      'current award',
      'lefel',
      'lefel bresennol',
      'gweithio ar',
    ],
  ],
]
