import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Client, Language } from '#contract/tenants/client.ts'
import type { Club } from '#contract/tenants/clubs.ts'
import type { Me } from '#contract/identity/users.ts'
import type { ConnectionState } from './connection.ts'
import { wordLanguage } from '#web/shell/i18n/language.ts'
import type { WordLanguage } from '#web/shell/i18n/word-languages.ts'
import type { PortalDefinition } from './portal-definition.ts'
import type { Services } from './services.ts'
import { fetchClubs, fetchMe, clubsKey, hasOwnClubs, meKey } from './start-up.ts'

/** The services of a running portal, with its definition, tenant and language. */
export interface Shell extends Services {
  definition: PortalDefinition
  client: Client
  language: Language
}

export const ShellContext = createContext<Shell | null>(null)

/** The running portal: API, session, connection, alerts, tenant, language. */
export function useShell(): Shell {
  const shell = useContext(ShellContext)
  if (!shell) throw new Error('useShell outside a portal')
  return shell
}

export function useConnection(): ConnectionState {
  const { connection } = useShell()
  return useSyncExternalStore(connection.subscribe, connection.get)
}

export function useLoggedIn(): boolean {
  const { session } = useShell()
  useSyncExternalStore(session.subscribe, session.get)
  return session.isLoggedIn()
}

/** The user who is logged in; undefined until loaded. */
export function useMe(): Me | undefined {
  const shell = useShell()
  const loggedIn = useLoggedIn()
  return useQuery({ queryKey: meKey, queryFn: () => fetchMe(shell), enabled: loggedIn }).data?.data
}

/** The clubs of the user who is logged in; empty until loaded. */
export function useClubs(): readonly Club[] {
  const shell = useShell()
  const enabled = useLoggedIn() && hasOwnClubs(shell.definition)
  return useQuery({ queryKey: clubsKey, queryFn: () => fetchClubs(shell), enabled }).data?.data ?? []
}

/** The language of the texts on the page. */
export function useWordLanguage(): WordLanguage {
  return wordLanguage(useShell().language.language)
}
