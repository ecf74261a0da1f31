import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Portal, UserType } from '#contract/platform/fields.ts'
import type { LoadWords } from '#web/shell/i18n/language.ts'

/** A page link of header and drawer [2.24]. */
export interface NavPage {
  /** Key of its words. */
  label: string
  icon: LucideIcon
  /** A path, or `?name` to open a dialog over the page that is open. */
  to: string
}

/** What a portal's main.tsx hands to the shell. */
export interface PortalDefinition {
  portal: Portal
  /** App id, and the type of users who log in here [6.1]–[6.4]. */
  userType: UserType
  /** Where `/` leads. */
  home: string
  /** Pages for logged-in users, shown inside header and drawer. */
  routes: RouteObject[]
  pages: readonly NavPage[]
  words: readonly LoadWords[]
  /** Stands around the pages in place of band and drawer: a desk has its navigation in view. */
  Frame?: ComponentType
  /** Stands in place of the plain online indicator. */
  Status?: ComponentType
  /** Stands over every page: what the user is told today. */
  Notices?: ComponentType
  /** Lies beside every page: dialogs that the drawer opens. */
  Beside?: ComponentType
  /** Stands above the login: what this device still holds. */
  LoginNote?: ComponentType
  /** Said in the version dialog, such as "3 changes are sent first". */
  VersionNote?: ComponentType
  /** Waited for before a refresh of the page. */
  beforeRefresh?: () => Promise<void>
  /** Waited for when somebody logs out, while the portal's pages are still open. */
  onLogout?: () => Promise<void>
  /** Removes what the portal keeps on this device of anybody but who is here now; of everybody when nobody is. */
  forget?: (user: string | null) => Promise<void>
  /** Maintenance may be left aside: the portal keeps its own data on the device. */
  worksOffline?: boolean
}
