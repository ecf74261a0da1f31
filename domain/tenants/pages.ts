export type Portal = 'parent' | 'coach' | 'club' | 'scheme'
export type Provider = 'local' | 'bg' | 'coursepro'
export type Features = Readonly<Record<string, boolean | number>>

/** Who stands before a page. */
export interface Visitor {
  portal: Portal
  provider: Provider
  /** As `featuresOf` left them. */
  features: Features
  /** Coaches of the club who can be switched to, this one too. */
  clubUsers: number
  /** The club has members that its provider keeps. */
  remoteMembers: boolean
  /** The scheme portal shows what only those who run it need. */
  advanced: boolean
}

/** Flags that only a course provider's clients, and those that log in here, have [6.9]. */
const OF_COURSE_PROVIDERS = [
  'ENABLE_SESSION_PLANNING',
  'SWITCH_USER',
  'CAN_EDIT_SELF',
  'SHOW_PERCENTAGE_COMPLETE',
  'DOCUMENTS_PAGE',
]
/** Flags that are off for federated clients [6.8]. */
const NOT_FEDERATED = ['ADD_SCHEME', 'SHOW_CURRENT_LEVEL', ...OF_COURSE_PROVIDERS]

/** A client's flags as its provider lets them be [6.8]–[6.10]; a client that logs in here has them as configured. */
export function featuresOf<T extends Features>(provider: Provider, features: T): Features {
  if (provider !== 'bg') return features
  return { ...features, ...Object.fromEntries(NOT_FEDERATED.map((flag) => [flag, false])) }
}

const on = (flag: string) => (visitor: Visitor) => Boolean(visitor.features[flag])
const always = () => true
/** The club portal of a client with organisations [6.19]. */
const isOrganisationPortal = (visitor: Visitor) => visitor.portal === 'club' && on('ENABLE_ORGANISATIONS')(visitor)

/** Off for federated clients [6.8], and on unless a client says otherwise. */
export const mayAddScheme = (features: Features) => features['ADD_SCHEME'] !== false

/** How a portal asks for the list of schemes: an organisation's has those that its clubs' groups use [6.19]. */
export const schemesAskedFor = (visitor: Visitor): { scheme_sessions_only?: '1' } =>
  isOrganisationPortal(visitor) ? { scheme_sessions_only: '1' } : {}

/** Pages of each portal [2.1]–[2.17], and who may open them [6.12]–[6.18]. What stands below a path goes with it. */
export const pages = {
  parent: { '/overview': always, '/account': always, '/about': always },
  coach: {
    '/member-groups': always,
    '/planning': on('ENABLE_SESSION_PLANNING'),
    '/scheme': always,
    '/offline': always,
    '/switch-user': (visitor) => on('SWITCH_USER')(visitor) && visitor.clubUsers > 0,
    '/about': always,
  },
  club: {
    '/members': always,
    '/groups': always,
    '/sessions': ({ provider }) => provider !== 'coursepro',
    '/coaches': isOrganisationPortal,
    '/reports': always,
    '/documents': on('DOCUMENTS_PAGE'),
    '/users': (visitor) => visitor.provider === 'local' || (!isOrganisationPortal(visitor) && visitor.remoteMembers),
    '/about': always,
  },
  scheme: {
    '/overview': always,
    '/tags': always,
    '/users': ({ provider }) => provider !== 'bg',
    '/members': ({ advanced }) => advanced,
    '/clubs': ({ provider }) => provider !== 'bg',
    '/tasks': ({ advanced }) => advanced,
    '/documents': on('DOCUMENTS_PAGE'),
    '/reports': always,
    '/languages': always,
    '/about': always,
  },
} as const satisfies Record<Portal, Record<string, (visitor: Visitor) => boolean>>

/** Whether a page of the visitor's portal may be opened. A path that is gated nowhere may: whether it exists is the router's to say. */
export function mayOpen(visitor: Visitor, path: string): boolean {
  const gates: Readonly<Record<string, (visitor: Visitor) => boolean>> = pages[visitor.portal]
  const gate = gates[`/${path.split('/')[1] ?? ''}`]
  return gate === undefined || gate(visitor)
}

/** Paths that need no session [5.5]. */
const publicPaths = [
  '/login',
  '/logout',
  '/redirect',
  '/set-password',
  '/reset-password',
  '/confirm-email',
  '/unsubscribe',
]

export function isPublic(path: string): boolean {
  return publicPaths.includes(path.replace(/\/+$/, ''))
}

/** What only the user who logged in may do, not one who was switched to [6.20]. */
export function mayEditSelf(who: { features: Features; switched: boolean }): boolean {
  return !who.switched && Boolean(who.features['CAN_EDIT_SELF'])
}

export function mayChangeClub(who: { switched: boolean }): boolean {
  return !who.switched
}
