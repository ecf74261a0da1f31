/** A portal, for one type of users [R1.3]. */
export type Portal = 'parent' | 'coach' | 'club' | 'scheme'
/** Where a client's users log in [R3.2]: here, at an identity provider (`bg`: a federated client), or `coursepro`. */
export type Provider = 'local' | 'bg' | 'coursepro'
/** The values of feature flags by name, such as those of `defaultFeatures`. */
export type Features = Readonly<Record<string, boolean | number>>

/** The user who opens a page, as far as the access to pages depends on it. */
export interface Visitor {
  portal: Portal
  provider: Provider
  /** The features that the provider allows (`featuresOf`). */
  features: Features
  /** How many coaches of the club can be switched to, this one included. */
  clubUsers: number
  /** The club has members that its course provider owns. */
  remoteMembers: boolean
  /** The author has turned on the advanced mode of the scheme portal. */
  advanced: boolean
}

/** Flags that only clients with the provider `local` or `coursepro` can have [6.9]. */
const LOCAL_OR_COURSE_PROVIDER_FLAGS = [
  'ENABLE_SESSION_PLANNING',
  'SWITCH_USER',
  'CAN_EDIT_SELF',
  'SHOW_PERCENTAGE_COMPLETE',
  'DOCUMENTS_PAGE',
]
/** All flags that are off for a federated client; [6.8] names the first two. */
const OFF_WHEN_FEDERATED = ['ADD_SCHEME', 'SHOW_CURRENT_LEVEL', ...LOCAL_OR_COURSE_PROVIDER_FLAGS]

/** The flags of a client that its provider allows [6.8]–[6.10]; only a federated client loses some. */
export function featuresOf<T extends Features>(provider: Provider, features: T): Features {
  if (provider !== 'bg') return features
  return { ...features, ...Object.fromEntries(OFF_WHEN_FEDERATED.map((flag) => [flag, false])) }
}

// Rules for the pages below: whether a visitor may open the page.
const always = () => true
const withFeature = (flag: string) => (visitor: Visitor) => Boolean(visitor.features[flag])
/** The club portal of a client with organisations [6.19]. */
const isOrganisationPortal = (visitor: Visitor) =>
  visitor.portal === 'club' && Boolean(visitor.features['ENABLE_ORGANISATIONS'])

/** The query for the list of schemes: an organisation's portal lists only those that its clubs' groups use [6.19]. */
export const schemeListQuery = (visitor: Visitor): { scheme_sessions_only?: '1' } =>
  isOrganisationPortal(visitor) ? { scheme_sessions_only: '1' } : {}

/**
 * The pages of each portal [2.1]–[2.17], and who may open them [6.12]–[6.18]. A rule holds for all paths below, too.
 */
export const pages = {
  parent: { '/overview': always, '/account': always, '/help': always, '/about': always },
  coach: {
    '/member-groups': always,
    '/planning': withFeature('ENABLE_SESSION_PLANNING'),
    '/scheme': always,
    '/reports': always,
    '/offline': always,
    '/switch-user': (visitor) => Boolean(visitor.features['SWITCH_USER']) && visitor.clubUsers > 0,
    '/about': always,
  },
  club: {
    '/members': always,
    '/groups': always,
    '/sessions': ({ provider }) => provider !== 'coursepro',
    '/coaches': isOrganisationPortal,
    '/reports': always,
    '/documents': withFeature('DOCUMENTS_PAGE'),
    // a client whose users log in here always has it; clubs of a course provider have it unless the portal is an
    // organisation's
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
    '/documents': withFeature('DOCUMENTS_PAGE'),
    '/reports': always,
    '/languages': always,
    '/about': always,
  },
} as const satisfies Record<Portal, Record<string, (visitor: Visitor) => boolean>>

/**
 * Whether a page of the visitor's portal may be opened. A path without a rule may be opened: only the router knows
 * whether such a page exists.
 */
export function mayOpen(visitor: Visitor, path: string): boolean {
  const rules: Readonly<Record<string, (visitor: Visitor) => boolean>> = pages[visitor.portal]
  const rule = rules[`/${path.split('/')[1] ?? ''}`]
  return rule === undefined || rule(visitor)
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

/** Whether a path needs no session. */
export function isPublic(path: string): boolean {
  return publicPaths.includes(path.replace(/\/+$/, ''))
}

/** Whether the user may change to another club; a switched user may not [R3.11]. */
export function mayChangeClub(user: { switched: boolean }): boolean {
  return !user.switched
}
