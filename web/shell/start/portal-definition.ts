import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { Portal, UserType } from '#contract/platform/fields.ts'
import type { LoadWords } from '#web/shell/i18n/language.ts'

/** A link to a page in the header and the drawer [2.24]. */
export interface NavPage {
  /** The key of its text. */
  label: string
  icon: LucideIcon
  /** The key of the heading under which the link stands, where a portal has more pages than fit a screen. */
  group?: string
  /** A path, or `?name` to open a dialog over the page that is open. */
  to: string
}

/** What a portal's `main.tsx` passes to the shell. */
export interface PortalDefinition {
  portal: Portal
  /** The type of users who log in at this portal; also its app id [6.1]–[6.4]. */
  userType: UserType
  /** The path to which `/` redirects. */
  home: string
  /** Pages for logged-in users, shown inside header and drawer. */
  routes: RouteObject[]
  /** The links in header and drawer. */
  pages: readonly NavPage[]
  /** The texts of the portal's first screens. */
  words: readonly LoadWords[]
  /** Replaces header and drawer around the pages: the club and scheme portals show their navigation at all times. */
  Frame?: ComponentType
  /** Replaces the plain online indicator. */
  Status?: ComponentType
  /** Finds pages and things by name, over every page of a desk. */
  Palette?: ComponentType<{ onClose: () => void }>
  /** Shown above every page: the notices of the day. */
  Notices?: ComponentType
  /** Rendered with every page: the dialogs that links of the drawer open. */
  Dialogs?: ComponentType
  /** Shown above the login form: whose unsent work is on this device. */
  AboveLogin?: ComponentType
  /** Shown in the version dialog, such as "3 changes are sent first". */
  InVersionDialog?: ComponentType
  /** Awaited before the page reloads for a new version, and before the club changes. */
  beforeRefresh?: () => Promise<void>
  /** Awaited when the user logs out, while the portal's pages are still open. */
  onLogout?: () => Promise<void>
  /** Removes the data of everybody but `user` from the device; null removes all. */
  forget?: (user: string | null) => Promise<void>
  /** The portal has its own data on the device, so the user may go on working during maintenance. */
  worksOffline?: boolean
}
