import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Api } from '#web/api/api.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useReloadOnEvents } from '#web/shell/session/use-stream-events.ts'
import { failureKey } from '../failure-key.ts'

export const useMirrors = () => useSharing('mirrors', (api, signal) => api.get('/mirrors', { signal }))
export const useCatalogue = () => useSharing('catalogue', (api, signal) => api.get('/catalogue', { signal }))
export const useSubscribers = () => useSharing('subscribers', (api, signal) => api.get('/subscribers', { signal }))

/** One of the sharing lists. */
function useSharing<T>(list: string, load: (api: Api, signal: AbortSignal) => Promise<T>) {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['sharing', list, language.language],
    queryFn: ({ signal }) => load(api, signal),
    // the pane of each opened node uses the list, which need not be loaded for every node
    staleTime: 30_000,
  })
}

/** Loads the lists again when the page opens, and when a scheme changes. */
export function useSharingRefresh(): void {
  const queries = useQueryClient()
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: ['sharing'] }), [queries])
  useEffect(refresh, [refresh])
  useReloadOnEvents(({ type }) => type === 'scheme-changed', refresh)
}

/**
 * Returns a function that runs a write and loads the lists again. If the write is refused, it shows an alert and returns
 * undefined.
 */
export function useSharingAct(): { busy: boolean; act: <T>(write: () => Promise<T>) => Promise<T | undefined> } {
  const { alerts } = useShell()
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const act = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    try {
      return await write()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { error: code, detail } = error
      // the detail of a refused edit is the reason
      const key = `author.refused.${code === 'EDIT_REFUSED' ? detail : code}`
      const fallback: string = failureKey(error, 'author.schemes.refused')
      alerts.show(t(i18n.exists(key) ? key : fallback), 'bad')
      return undefined
    } finally {
      setBusy(false)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['sharing'] }),
        queries.invalidateQueries({ queryKey: ['schemes'] }),
      ])
    }
  }
  return { busy, act }
}
