import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentPatch, DocumentDetail, NewDocumentBody } from '#contract/notices/documents.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useTranslation } from 'react-i18next'

export const documentsKey = ['documents'] as const
const detailKey = (id: string) => ['document', id] as const

/** How long the alert with the undo button stays. */
const UNDO_MS = 10_000

/** The folders of documents; the first is shown first. */
export const FOLDERS = ['document-policy', 'document-additional'] as const

export function useDocument(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => api.get(`/files/${id}`, { signal }),
  })
}

/** Functions that write documents and update the cached lists and details. */
export function useDocumentWrites() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const updateCache = (detail?: DocumentDetail) => {
    if (detail) cacheAnswer(queries, detailKey(detail.id), detail)
    void refresh(queries, documentsKey)
  }
  const restore = (id: string) =>
    act(
      async () => updateCache(await api.write('POST', `/files/${id}/undelete`)),
      () => t('author.documents.isBack'),
    )
  return {
    busy,
    create: async (body: NewDocumentBody) => {
      const detail = await api.write('POST', '/files', body)
      updateCache(detail)
      return detail
    },
    change: async ({ id, revision }: DocumentDetail, body: DocumentPatch) => {
      const detail = await api.write('PATCH', `/files/${id}`, body, revision)
      updateCache(detail)
      return detail
    },
    reload: ({ id }: DocumentDetail) => api.get(`/files/${id}`),
    remind: ({ id }: DocumentDetail) =>
      act(
        () => api.write('POST', `/files/${id}/reminders`),
        ({ reminded }) => t('author.documents.reminded', { count: reminded }),
      ),
    /** Resolves to whether the document was deleted. */
    async remove({ id, description }: DocumentDetail): Promise<boolean> {
      let deleted = false
      await act(async () => {
        await api.write('DELETE', `/files/${id}`)
        deleted = true
        updateCache()
        alerts.show(t('author.documents.deleted', { description }), 'done', UNDO_MS, () => void restore(id))
      })
      return deleted
    },
  }
}
