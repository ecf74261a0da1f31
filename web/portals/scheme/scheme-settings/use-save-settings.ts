import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GradesBody, SchemeSettings, SectionsBody } from '#contract/curriculum/scheme-settings.ts'
import { ApiError } from '#web/api/api-error.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { failureKey } from '../failure-key.ts'

/** Saves one part of a scheme's settings. If somebody else changed it meanwhile, it loads the new state and says so. */
export function useSaveSettings(slug: string) {
  const { api, alerts } = useShell()
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const key = ['scheme-settings', slug]
  const save = async (write: () => Promise<SchemeSettings>) => {
    setBusy(true)
    try {
      cacheAnswer(queries, key, await write())
      alerts.show(t('author.settings.saved'), 'done')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // somebody else has saved a newer revision
      const stale = error.status === 412
      if (stale) await queries.invalidateQueries({ queryKey: key })
      const refusedKey = error.error === 'SECTION_IN_USE' ? 'author.settings.inUse' : 'author.settings.refused'
      alerts.show(t(stale ? 'author.settings.changed' : failureKey(error, refusedKey)), 'bad')
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    saveSections: (body: SectionsBody, revision: string) =>
      save(() => api.write('PUT', `/schemes/${slug}/sections`, body, revision)),
    saveGrades: (body: GradesBody, revision: string) =>
      save(() => api.write('PUT', `/schemes/${slug}/grades`, body, revision)),
  }
}
