import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ApiToken } from '#contract/identity/api-tokens.ts'
import type { ListedUser } from '#contract/identity/user-list.ts'
import type { UserDetail } from '#contract/identity/user-writes.ts'
import { useShell } from '#web/shell/start/shell-context.ts'

/** In the order of [6.5]. */
export const KINDS = ['ngo', 'admin', 'coach', 'api'] as const
export type Kind = (typeof KINDS)[number]
export const kindOf = ({ type }: Pick<ListedUser, 'type'>): Kind => KINDS.find((kind) => kind === type) ?? 'coach'
/** Only they belong to clubs. */
export const isStaff = (kind: string) => kind === 'admin' || kind === 'coach'

export const usersKey = ['client-users'] as const
export const detailKey = (uuid: string) => [...usersKey, 'sheet', uuid] as const

/** Words of a scope; a colon would name a file of words. */
export const scopeKey = (scope: string) => `author.tokens.scope.${scope.replace(':', '-')}`

/** What somebody is called; of a closed account nothing is left to say. */
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

/** Everything that shows users is asked for anew. */
export function useUsersChanged(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: usersKey })
}
