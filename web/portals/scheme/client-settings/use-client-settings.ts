import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ClientSettings, ClientSettingsPatch, ClubFeatures } from '#contract/tenants/client-settings.ts'
import { useAct } from '#web/desk/use-act.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { wordsKey } from '../words/use-client-words.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { clubsKey } from '#web/shell/start/start-up.ts'

const settingsKey = ['client-settings'] as const
const featuresKey = (club: string) => [...clubsKey, 'features', club] as const

export function useClientSettings() {
  const { api } = useShell()
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.get('/client-settings', { signal }),
    // loading again would reset the forms while somebody types
    refetchOnWindowFocus: false,
  })
}

/**
 * Saves a part of the settings. If somebody else changed them meanwhile, it loads the new state and says so. Saves follow
 * each other, each with the revision that the one before has made.
 */
export function useSaveClient() {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) => {
    if (code === 'EDIT_CONFLICT') return t('author.client.changed')
    // only an author with a second factor can require one of all
    return code === 'SECOND_FACTOR_REQUIRED' ? t('author.client.ownFactor') : undefined
  })
  const { mutateAsync } = useMutation({
    scope: { id: 'client-settings' },
    networkMode: 'always',
    mutationFn: (patch: ClientSettingsPatch) => {
      const revision = queries.getQueryData<ClientSettings>(settingsKey)?.revision ?? ''
      return api.write('PATCH', '/client-settings', patch, revision)
    },
    onError: () => void queries.invalidateQueries({ queryKey: settingsKey }),
    onSuccess: (saved) => {
      cacheAnswer(queries, settingsKey, saved)
      // the chosen wording decides about the built-in texts
      void queries.invalidateQueries({ queryKey: wordsKey })
    },
  })
  const save = (patch: ClientSettingsPatch) =>
    act(
      () => mutateAsync(patch),
      () => t('desk.saved'),
    )
  return { busy, save }
}

/** The feature flags of a club that differ from the client's. */
export function useClubFeatures(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: featuresKey(id),
    queryFn: ({ signal }) => api.get(`/clubs/${id}/features`, { signal }),
    enabled: id !== '',
  })
}

export function useSaveFeatures(id: string) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct((code) => (code === 'EDIT_CONFLICT' ? t('author.client.changed') : undefined))
  /** `revision` is that of the flags on which `features` are based. */
  const save = ({ features, revision }: ClubFeatures) =>
    act(
      async () => {
        const saved = await api
          .write('PUT', `/clubs/${id}/features`, { features }, revision)
          .catch((error: unknown) => {
            // the page then shows what somebody else has changed
            void queries.invalidateQueries({ queryKey: featuresKey(id) })
            throw error
          })
        cacheAnswer(queries, featuresKey(id), saved)
      },
      () => t('desk.saved'),
    )
  return { busy, save }
}
