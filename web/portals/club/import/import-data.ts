import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  ImportPatch,
  ImportRow,
  ImportRowPatch,
  ImportUndo,
  MemberImport,
} from '#contract/flows/member-imports.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { membersKey } from '../club-data.ts'

const importsKey = ['member-imports'] as const
/** While an import waits or runs its page looks again at this pace. */
const WATCH_MS = 700

export function useImports() {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, 'list'],
    queryFn: ({ signal }) => api.list<MemberImport>('/member-imports', { per_page: '10' }, signal),
  })
}

export function useImport(id: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...importsKey, id],
    queryFn: ({ signal }) => api.get<MemberImport>(`/member-imports/${id}`, signal),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? WATCH_MS : false),
  })
}

/** Rows of one page; `revision` changes with every change of the import. */
export function useImportRows(id: string, state: string, page: number, size: number) {
  const { api } = useShell()
  const query = { page: String(page), per_page: String(size), state: state === 'all' ? undefined : state }
  return useQuery({
    queryKey: [...importsKey, id, 'rows', query],
    queryFn: ({ signal }) => api.list<ImportRow>(`/member-imports/${id}/rows`, query, signal),
    placeholderData: keepPreviousData,
  })
}

/** Writes of an import; what comes back is the import as it is now. */
export function useImportWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const keep = (now: MemberImport) => {
    queries.setQueryData([...importsKey, now.id], now)
    void queries.invalidateQueries({ queryKey: [...importsKey, now.id, 'rows'] })
    void queries.invalidateQueries({ queryKey: [...importsKey, 'list'] })
    void queries.invalidateQueries({ queryKey: membersKey })
    return now
  }
  const at = (id: string, more = '') => `/member-imports/${id}${more}`
  return {
    upload: async (file: File) =>
      keep(await api.write<MemberImport>('POST', '/member-imports', new Blob([file], { type: 'text/csv' }))),
    change: async (id: string, patch: ImportPatch) => keep(await api.write<MemberImport>('PATCH', at(id), patch)),
    changeRow: async (id: string, row: number, patch: ImportRowPatch) =>
      keep(await api.write<MemberImport>('PATCH', at(id, `/rows/${row}`), patch)),
    start: async (id: string) => keep(await api.write<MemberImport>('POST', at(id, '/start'))),
    undo: async (id: string) => keep(await api.write<MemberImport>('POST', at(id, '/undo'))),
    undoOf: (id: string) => api.get<ImportUndo>(at(id, '/undo')),
    discard: async (id: string) => {
      await api.write('DELETE', at(id))
      void queries.invalidateQueries({ queryKey: [...importsKey, 'list'] })
    },
    badRows: async (id: string, total: number) => {
      const pages = Array.from({ length: Math.ceil(total / 1_000) }, (_, page) => String(page))
      const found: ImportRow[] = []
      for (const page of pages) {
        const { rows } = await api.list<ImportRow>(at(id, '/rows'), { state: 'bad', per_page: '1000', page })
        found.push(...rows)
      }
      return found
    },
  }
}
