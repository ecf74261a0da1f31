import { defaultFeatures, type Features } from '#domain/tenants/features.ts'
import type { Wording } from '#domain/tenants/wordings.ts'

interface DemoClub {
  /** Names the club within the demo; the product knows only its id. */
  key: string
  name: string
  timeZone: 'Europe/London'
  logo: null
  memberTypes: string[]
}

interface DemoUser {
  /** Names the user within the demo: the part of the e-mail address before the @, and the user name if there is one. */
  key: string
  /** `admin` is an administrator of clubs, `ngo` an author of schemes, `api` an API token's user. */
  type: 'parent' | 'coach' | 'admin' | 'ngo' | 'api'
  firstname: string
  lastname: string
  email: string
  /** Only where users log in with a user name, at the course provider. */
  username: string | null
  clubKeys: string[]
  /** The PIN with which the user takes over a shared tablet; null = none. */
  pin: string | null
}

/** A demo client, as the content files describe it. */
export interface DemoClient {
  id: 'aquila' | 'vault' | 'tideway'
  name: string
  provider: 'local' | 'bg' | 'coursepro'
  login: 'email' | 'federated' | 'course_provider'
  themeName: 'aquila' | 'vault' | 'tideway'
  languages: { languageId: number; language: string; active: boolean }[]
  /** The words that this client uses for child, class and guardian. */
  wording: Wording
  features: Features
  clubs: DemoClub[]
  users: DemoUser[]
  /** The slugs of its own schemes. */
  schemes: string[]
  /** The schemes of other clients that it subscribes to. */
  subscriptions: { owner: string; slug: string }[]
}

/** The password of every demo user. */
export const DEMO_PASSWORD = 'Rungs-demo-1!'

/** The feature flags that all demo clients share. */
const features: Features = { ...defaultFeatures, IMPORT_ALL_CLASSES: true, ADVANCED_MODE: true }

const language = (languageId: number, name: string, active = true) => ({ languageId, language: name, active })

const club = (key: string, name: string, memberTypes: string[]): DemoClub => ({
  key,
  name,
  timeZone: 'Europe/London',
  logo: null,
  memberTypes,
})

/** A user in one line; the key becomes the user name and the beginning of the e-mail address. */
type UserLine = readonly [
  key: string,
  type: DemoUser['type'],
  firstname: string,
  lastname: string,
  clubKeys?: readonly string[],
  pin?: string,
]

const usersOf = (clientId: string, withUserNames: boolean, lines: readonly UserLine[]): DemoUser[] =>
  lines.map(([key, type, firstname, lastname, clubKeys = [], pin = null]) => ({
    key,
    type,
    firstname,
    lastname,
    email: `${key}@${clientId}.example`,
    username: withUserNames ? key : null,
    clubKeys: [...clubKeys],
    pin,
  }))

const aquila: DemoClient = {
  id: 'aquila',
  name: 'Aquila Swim',
  provider: 'local',
  login: 'email',
  themeName: 'aquila',
  languages: [language(1, 'en-GB'), language(2, 'cy-GB'), language(3, 'fr-FR', false), language(4, 'de-DE', false)],
  wording: 'default',
  // its coaches read how many skills are to go; those of Tideway read a percentage
  features: { ...features, SHOW_PERCENTAGE_COMPLETE: false },
  clubs: [
    club('harbour', 'Harbour', ['Club', 'School']),
    club('lakeside', 'Lakeside', ['Club', 'School']),
    club('ty-coch', 'Tŷ Coch', ['Club', 'School', 'One to one']),
  ],
  users: usersOf('aquila', false, [
    ['parent', 'parent', 'Ffion', "O'Connor"],
    ['parent2', 'parent', 'Daniel', 'Okafor'],
    ['newparent', 'parent', 'Carys', 'Lloyd'],
    ['coach', 'coach', 'Anna', 'Pritchard', ['harbour'], '2468'],
    ['coach2', 'coach', 'Dewi', 'Lloyd', ['harbour'], '1357'],
    ['coach.lakeside', 'coach', 'Joel', 'Abara', ['lakeside'], '8642'],
    ['coach.ty-coch', 'coach', 'Mared', 'Bevan', ['ty-coch'], '7531'],
    ['admin', 'admin', 'Gwilym', 'Thomas', ['harbour', 'lakeside']],
    ['scheme', 'ngo', 'Marta', 'Kowalska'],
    ['api', 'api', 'Aquila', 'Interface'],
  ]),
  schemes: ['swim', 'water-safety', 'library'],
  subscriptions: [],
}

/** The clubs of Vault: key and name. */
const halls = [
  ['cardiff-central', 'Cardiff Central'],
  ['pontcanna', 'Pontcanna'],
  ['penarth', 'Penarth'],
  ['barry-island', 'Barry Island'],
  ['newport-east', 'Newport East'],
  ['caerphilly', 'Caerphilly'],
  ['bridgend', 'Bridgend'],
  ['swansea-bay', 'Swansea Bay'],
  ['neath', 'Neath'],
  ['llanelli', 'Llanelli'],
  ['bristol-docks', 'Bristol Docks'],
  ['bath-road', 'Bath Road'],
] as const

const vault: DemoClient = {
  id: 'vault',
  name: 'Vault Gymnastics',
  provider: 'bg',
  login: 'federated',
  themeName: 'vault',
  languages: [language(1, 'en-GB')],
  wording: 'club',
  // the provider bg turns all of these flags off but ADVANCED_MODE [6.8], [6.9]
  features: {
    ...features,
    SHOW_CURRENT_LEVEL: false,
    ENABLE_SESSION_PLANNING: false,
    SWITCH_USER: false,
    CAN_EDIT_SELF: false,
    SHOW_PERCENTAGE_COMPLETE: false,
    DOCUMENTS_PAGE: false,
    ADVANCED_MODE: false,
  },
  clubs: halls.map(([key, name]) => club(key, name, ['Recreational', 'Squad'])),
  users: usersOf('vault', false, [
    ['parent', 'parent', 'Maeve', "O'Connor"],
    ['parent2', 'parent', 'Femi', 'Adeyemi'],
    ['newparent', 'parent', 'Astrid', 'Lindqvist'],
    ['coach', 'coach', 'Marta', 'Kowalska', ['cardiff-central']],
    ['coach2', 'coach', 'Joel', 'Abara', ['cardiff-central']],
    ['coach.pontcanna', 'coach', 'Elin', 'Jenkins', ['pontcanna']],
    ['coach.penarth', 'coach', 'Hari', 'Raman', ['penarth']],
    ['coach.barry-island', 'coach', 'Nia', 'Davies', ['barry-island']],
    ['coach.newport-east', 'coach', 'Mateo', 'Silva', ['newport-east']],
    ['coach.caerphilly', 'coach', 'Cerys', 'Morgan', ['caerphilly']],
    ['coach.bridgend', 'coach', 'Owain', 'Griffiths', ['bridgend']],
    ['coach.swansea-bay', 'coach', 'Hana', 'Novák', ['swansea-bay']],
    ['coach.neath', 'coach', 'Rhys', 'Evans', ['neath']],
    ['coach.llanelli', 'coach', 'Lowri', 'Thomas', ['llanelli']],
    ['coach.bristol-docks', 'coach', 'Kofi', 'Mensah', ['bristol-docks']],
    ['coach.bath-road', 'coach', 'Jude', 'Brennan', ['bath-road']],
    ['admin', 'admin', 'Rhian', 'Vaughan', ['cardiff-central', 'pontcanna']],
    ['scheme', 'ngo', 'Tom', 'Harrington'],
    ['api', 'api', 'Vault', 'Interface'],
  ]),
  schemes: ['gym', 'pre-school'],
  subscriptions: [],
}

const tideway: DemoClient = {
  id: 'tideway',
  name: 'Tideway Leisure',
  provider: 'coursepro',
  login: 'course_provider',
  themeName: 'tideway',
  languages: [language(1, 'en-GB'), language(2, 'cy-GB')],
  wording: 'english',
  features: { ...features, MAX_PAST_DAYS_ATTENDANCE: 7, ENABLE_ORGANISATIONS: true },
  clubs: [club('riverside', 'Riverside Centre', ['Course', 'Crash course']), club('quay', 'Quay Centre', ['Course'])],
  users: usersOf('tideway', true, [
    ['parent', 'parent', 'Nerys', 'Hopkin'],
    ['parent2', 'parent', 'Ravi', 'Raman'],
    ['newparent', 'parent', 'Lena', 'Novák'],
    ['coach', 'coach', 'Callum', 'Brennan', ['riverside'], '2468'],
    ['coach2', 'coach', 'Aisha', 'Hussain', ['riverside'], '1357'],
    ['coach.quay', 'coach', 'Gethin', 'Roberts', ['quay'], '8642'],
    ['admin', 'admin', 'Steffan', 'Powell', ['riverside', 'quay']],
    ['scheme', 'ngo', 'Helen', 'Costa'],
    ['api', 'api', 'Tideway', 'Interface'],
  ]),
  schemes: ['leisure'],
  subscriptions: [{ owner: 'vault', slug: 'gym' }],
}

export const demoClients: readonly DemoClient[] = [aquila, vault, tideway]

/** A demo client by its id. */
export function demoClient(id: DemoClient['id']): DemoClient {
  return { aquila, vault, tideway }[id]
}

/**
 * The users whose logins the demo shows. The others, whose keys have a dot, are coaches of further clubs; they exist
 * only because every group needs a coach.
 */
export function loginsOf(client: DemoClient): DemoUser[] {
  return client.users.filter((user) => !user.key.includes('.'))
}
