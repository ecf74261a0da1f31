import { useSyncExternalStore } from 'react'
import type { TokenSubject } from '#contract/platform/token-subject.ts'
import { mayOpen, type Visitor } from '#domain/tenants/pages.ts'
import type { NavPage } from '#web/shell/start/portal-definition.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The user of the session, as the token describes them; null when nobody is logged in. */
export function useSubject(): TokenSubject | null {
  const { session } = useShell()
  useSyncExternalStore(session.subscribe, session.get)
  return session.subject()
}

/** What decides which pages a user may open. The server enforces the same rules for the calls of those pages. */
export function useVisitor(): Visitor {
  const { session, client, definition } = useShell()
  const features = useSubject()?.features ?? {}
  return {
    portal: definition.portal,
    provider: client.auth_provider,
    features,
    clubUsers: session.get()?.club_users.length ?? 0,
    // the course provider manages all members of its clubs
    remoteMembers: client.auth_provider === 'coursepro',
    advanced: Boolean(features['ADVANCED_MODE']),
  }
}

/** The portal's pages that this user may open [2.24]. One that opens a dialog (`?name`) is open to everybody. */
export function usePages(): readonly NavPage[] {
  const visitor = useVisitor()
  return useShell().definition.pages.filter((page) => !page.to.startsWith('/') || mayOpen(visitor, page.to))
}
