import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#contract/identity/user-list.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** The types of users that authors see, in the order of [6.5]; `api` is a program. */
export const USER_TYPES = ['ngo', 'admin', 'coach', 'api'] as const
export type ClientUserType = (typeof USER_TYPES)[number]
/** The type of a user. Authors see no parents, so `coach` in the place of `parent` only satisfies the compiler. */
export const typeOf = ({ type }: Pick<ListedUser, 'type'>): ClientUserType =>
  USER_TYPES.find((candidate) => candidate === type) ?? 'coach'
/** Only administrators and coaches belong to clubs. */
export const isStaff = (type: string) => type === 'admin' || type === 'coach'

export const usersKey = ['client-users'] as const
export const detailKey = (uuid: string) => [...usersKey, 'detail', uuid] as const

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
    queryFn: ({ signal }) => api.get(`/users/${uuid}`, { signal }),
  })
}

export function useTokens(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...detailKey(uuid), 'tokens'],
    queryFn: ({ signal }) => api.get(`/users/${uuid}/tokens`, { signal }),
  })
}

/** Returns a function that reloads everything that shows users. */
export function useReloadUsers(): () => void {
  const queries = useQueryClient()
  return () => void refresh(queries, usersKey)
}
