import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
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
      alerts.show(t(failureKey(error, 'author.schemes.refused')), 'bad')
      return undefined
    } finally {
      await queries.invalidateQueries({ queryKey: ['schemes'] })
    }
  }
}
