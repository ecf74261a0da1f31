import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { STATE_OBSTACLES } from '#domain/curriculum/scheme-state.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failureKey } from '../failure-key.ts'

/** The client's schemes by name, with what each is, on request with the deleted ones [4.29]. */
export function useSchemes(includeDeleted: boolean) {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['schemes', language.language, includeDeleted],
    queryFn: () => api.schemes({ include_deleted: includeDeleted ? '1' : '0', with_facts: '1' }),
  })
}

/** One scheme as the list has it; undefined while it loads. */
export function useListedScheme(slug: string) {
  return useSchemes(/* includeDeleted */ false).data?.find((scheme) => scheme.slug === slug)
}

/**
 * Returns a function that runs a change of a scheme and loads the list again. If the change fails, it shows an alert and
 * returns undefined.
 */
export function useSchemeChange() {
  const { alerts } = useShell()
  const { t } = useTranslation()
  const queries = useQueryClient()
  return async <T>(change: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(failureKey(error, refusedKey(error))), 'bad')
      return undefined
    } finally {
      await queries.invalidateQueries({ queryKey: ['schemes'] })
    }
  }
}

/** The translation key of what the server has refused. */
function refusedKey({ error, detail }: ApiError) {
  if (error === 'EDIT_CONFLICT') return 'author.state.refused.changed'
  const obstacle = STATE_OBSTACLES.find((known) => known === detail)
  return obstacle === undefined ? 'author.schemes.refused' : (`author.state.refused.${obstacle}` as const)
}
