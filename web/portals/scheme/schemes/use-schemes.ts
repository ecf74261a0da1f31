import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failure } from '../failure.ts'

/** The client's schemes by name; with the deleted ones where asked [4.29]. */
export function useSchemes(deleted: boolean) {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['schemes', language.language, deleted],
    queryFn: () => api.schemes({ include_deleted: deleted ? '1' : '0' }),
  })
}

/** Runs a change of a scheme and asks for the list again; a failure is said in words. Answers undefined then. */
export function useSchemeChange() {
  const { alerts } = useShell()
  const { t } = useTranslation()
  const queries = useQueryClient()
  return async <T>(change: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      alerts.show(t(failure(error, 'author.schemes.refused')), 'bad')
      return undefined
    } finally {
      await queries.invalidateQueries({ queryKey: ['schemes'] })
    }
  }
}
