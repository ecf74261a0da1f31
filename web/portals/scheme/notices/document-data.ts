import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DocumentPatch, DocumentSheet, NewDocumentBody } from '#contract/notices/documents.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useTranslation } from 'react-i18next'

export const documentsKey = ['documents'] as const
const sheetKey = (id: string) => ['document', id] as const

export const FOLDERS = ['document-policy', 'document-additional'] as const

export function useDocument(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: sheetKey(id),
    queryFn: ({ signal }) => api.get<DocumentSheet>(`/files/${id}`, signal),
  })
}

/** Writes of documents; lists and sheets follow. */
export function useDocumentWrites() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const queries = useQueryClient()
  const { busy, act } = useAct()
  const changed = (sheet?: DocumentSheet) => {
    if (sheet) queries.setQueryData(sheetKey(sheet.id), sheet)
    void queries.invalidateQueries({ queryKey: documentsKey })
  }
  const restore = (id: string) =>
    act(
      async () => changed(await api.write<DocumentSheet>('POST', `/files/${id}/undelete`)),
      () => t('author.documents.isBack'),
    )
  return {
    busy,
    create: async (body: NewDocumentBody) => {
      const sheet = await api.write<DocumentSheet>('POST', '/files', body)
      changed(sheet)
      return sheet
    },
    change: async ({ id, revision }: DocumentSheet, body: DocumentPatch) => {
      const sheet = await api.write<DocumentSheet>('PATCH', `/files/${id}`, body, revision)
      changed(sheet)
      return sheet
    },
    again: ({ id }: DocumentSheet) => api.get<DocumentSheet>(`/files/${id}`),
    remind: ({ id }: DocumentSheet) =>
      act(
        () => api.write<{ reminded: number }>('POST', `/files/${id}/reminders`),
        ({ reminded }) => t('author.documents.reminded', { count: reminded }),
      ),
    async remove({ id, description }: DocumentSheet): Promise<boolean> {
      try {
        await api.write('DELETE', `/files/${id}`)
      } catch {
        alerts.show(t('desk.notDone'), 'bad')
        return false
      }
      changed()
      alerts.show(t('author.documents.deleted', { description }), 'done', 10_000, () => void restore(id))
      return true
    },
  }
}
