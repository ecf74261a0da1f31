import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiToken } from '#contract/identity/api-tokens.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The kinds of users in the order of [6.5]; `api` is a program. */
export const KINDS = ['ngo', 'admin', 'coach', 'api'] as const
export type Kind = (typeof KINDS)[number]
/** The kind of a user, with `coach` for a type that this page does not list. */
export const kindOf = ({ type }: Pick<ListedUser, 'type'>): Kind => KINDS.find((kind) => kind === type) ?? 'coach'
/** Only staff belongs to clubs. */
export const isStaff = (kind: string) => kind === 'admin' || kind === 'coach'

export const usersKey = ['client-users'] as const
export const detailKey = (uuid: string) => [...usersKey, 'sheet', uuid] as const

/** The translation key of a scope, without its colon, which i18next would take for a namespace. */
export const scopeKey = (scope: string) => `author.tokens.scope.${scope.replace(':', '-')}`

/** The display name of a user. A closed account has no name, so it gets a fixed text. */
export function useUserName(): (user: Pick<ListedUser, 'firstname' | 'lastname' | 'status'>) => string {
  const { t } = useTranslation()
  return ({ firstname, lastname, status }) =>
    status === 'anonymised' ? t('author.users.closedName') : `${firstname} ${lastname}`.trim()
}

export function useUser(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(uuid),
    queryFn: ({ signal }) => api.get<UserDetail>(`/users/${uuid}`, signal),
  })
}

export function useTokens(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...detailKey(uuid), 'tokens'],
    queryFn: ({ signal }) => api.get<ApiToken[]>(`/users/${uuid}/tokens`, signal),
  })
}

/** Returns a function that reloads everything that shows users. */
export function useReloadUsers(): () => void {
  const queries = useQueryClient()
  return () => void refresh(queries, usersKey)
}
