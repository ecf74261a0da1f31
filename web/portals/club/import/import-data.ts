import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  ImportPatch,
  ImportReadingBody,
  ImportRow,
  ImportRowPatch,
  ImportRowsQuery,
  MemberImport,
} from '#contract/flows/member-imports.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { cacheAnswer } from '#web/shell/start/cache-answer.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { changeSetsKey, importsKey, membersKey } from '../club-data.ts'

/** How often the page reloads an import that waits for its task or runs. */
const POLL_MS = 700
/** The most rows that the server returns at once. */
const ROWS_PER_PAGE = 1_000

/** The last ten imports. */
export function useImports() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, 'list'],
    queryFn: ({ signal }) => api.list('/member-imports', { per_page: '10' }, signal),
  })
}

export function useImport(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => api.get(`/member-imports/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  })
}

/** The first rows of the file as they stand there. */
export function useImportPreview(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, id, 'rows', 'preview'],
    queryFn: ({ signal }) => api.get(`/member-imports/${id}/preview`, { signal }),
  })
}

/** The texts of the columns that can only hold few values; the columns are part of the key, because they decide which. */
export function useImportValues({ id, columns }: MemberImport) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, id, 'rows', 'values', columns],
    queryFn: ({ signal }) => api.get(`/member-imports/${id}/values`, { signal }),
  })
}

/** The problems that several rows share. */
export function useAlikeProblems({ id, bad }: MemberImport) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, id, 'rows', 'alike'],
    enabled: bad > 1,
    queryFn: ({ signal }) => api.get(`/member-imports/${id}/alike`, { signal }),
  })
}

/** One page of the rows in a state, or of all rows. */
export function useImportRows(
  id: string,
  state: NonNullable<ImportRowsQuery['state']> | 'all',
  page: number,
  size: number,
) {
  const { api } = useShell()
  const query = { page: String(page), per_page: String(size), state: state === 'all' ? undefined : state }
  return useQuery({
    queryKey: [...importsKey, id, 'rows', query],
    queryFn: ({ signal }) => api.list(`/member-imports/${id}/rows`, query, signal),
    placeholderData: keepPreviousData,
  })
}

/** The writes of an import. Each returns the import as it is afterwards and puts it into the query cache. */
export function useImportWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const cache = (memberImport: MemberImport) => {
    cacheAnswer(queries, [...importsKey, memberImport.id], memberImport)
    void refresh(queries, [...importsKey, memberImport.id, 'rows'], [...importsKey, 'list'], membersKey, changeSetsKey)
    return memberImport
  }
  return {
    upload: async (file: File) =>
      cache(
        // the server looks at the content itself
        await api.write('POST', '/member-imports', new Blob([file], { type: 'text/csv' })),
      ),
    readAs: async (id: string, reading: ImportReadingBody) =>
      cache(await api.write('PUT', `/member-imports/${id}/reading`, reading)),
    change: async (id: string, patch: ImportPatch) => cache(await api.write('PATCH', `/member-imports/${id}`, patch)),
    changeRow: async (id: string, row: number, patch: ImportRowPatch) =>
      cache(await api.write('PATCH', `/member-imports/${id}/rows/${row}`, patch)),
    start: async (id: string) => cache(await api.write('POST', `/member-imports/${id}/start`)),
    /** Which members an undo would remove, and which would stay. */
    previewUndo: (id: string) => api.get(`/member-imports/${id}/undo`),
    discard: async (id: string) => {
      await api.write('DELETE', `/member-imports/${id}`)
      void refresh(queries, [...importsKey, 'list'])
    },
    /** Loads all rows in a state, page by page. */
    loadRows: async (id: string, state: 'bad' | 'out', total: number) => {
      const pages = Array.from({ length: Math.ceil(total / ROWS_PER_PAGE) }, (_, page) => String(page))
      const loaded: ImportRow[] = []
      for (const page of pages) {
        const { rows } = await api.list(`/member-imports/${id}/rows`, { state, per_page: String(ROWS_PER_PAGE), page })
        loaded.push(...rows)
      }
      return loaded
    },
  }
}
