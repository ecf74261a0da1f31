import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#web/api/api-error.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { failure } from '../failure.ts'

export const paths = { mirrors: '/mirrors', catalogue: '/catalogue', subscribers: '/subscribers' } as const

/** A list of what is shared. */
export function useSharing<T>(path: string) {
  const { api, language } = useShell()
  return useQuery({
    queryKey: ['sharing', path, language.language],
    queryFn: ({ signal }) => api.get<T>(path, signal),
    // a node's pane asks with each node
    staleTime: 30_000,
  })
}

/** Asks again when a scheme changes, and when the page comes. */
export function useSharingNews(): void {
  const queries = useQueryClient()
  const ask = useCallback(() => void queries.invalidateQueries({ queryKey: ['sharing'] }), [queries])
  useEffect(ask, [ask])
  useStreamEvents((event) => {
    if (event.type === 'scheme-changed') ask()
  })
}

/** Runs a write of what is shared; its answer stands in the lists at once. A refusal is said in words. */
export function useSharingAct(): { busy: boolean; act: <T>(work: () => Promise<T>) => Promise<T | undefined> } {
  const { alerts } = useShell()
  const { t, i18n } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const act = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    setBusy(true)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const { error: code, detail } = error
      const key = `author.refused.${code === 'EDIT_REFUSED' ? detail : code}`
      const other: string = failure(error, 'author.schemes.refused')
      alerts.show(t(i18n.exists(key) ? key : other), 'bad')
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
