import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ClubMemberPatch, MarkEntry, MemberProgress, MemberSheet, NewClubMember } from '#contract/club-members.ts'
import { useShell } from '#web/shell/shell-context.ts'
import { groupsKey, membersKey } from './office-data.ts'

const sheetKey = (uuid: string) => [...membersKey, 'sheet', uuid] as const

/** Each reading of medical notes is put on record, so a sheet is not read again by itself while it lies open. */
export function useSheet(uuid: string | null) {
  const { api } = useShell()
  return useQuery({
    queryKey: sheetKey(uuid ?? ''),
    queryFn: ({ signal }) => api.get<MemberSheet>(`/members/${uuid}`, signal),
    enabled: uuid !== null,
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  })
}

export function useProgress(uuid: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'progress', uuid],
    queryFn: ({ signal }) => api.get<MemberProgress>(`/members/${uuid}/progress`, signal),
  })
}

export function useMarks(uuid: string, size: number) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...membersKey, 'marks', uuid, size],
    queryFn: ({ signal }) => api.list<MarkEntry>(`/members/${uuid}/marks`, { per_page: String(size) }, signal),
    placeholderData: (before) => before,
  })
}

/** Writes of the sheet; what comes back is the sheet as it is now. */
export function useSheetWrites() {
  const { api } = useShell()
  const queries = useQueryClient()
  const keep = (sheet: MemberSheet) => {
    queries.setQueryData(sheetKey(sheet.uuid), sheet)
    void queries.invalidateQueries({ queryKey: [...membersKey, 'page'] })
    void queries.invalidateQueries({ queryKey: [...membersKey, 'counts'] })
    void queries.invalidateQueries({ queryKey: groupsKey })
    return sheet
  }
  return {
    enter: async (entry: NewClubMember) => keep(await api.write<MemberSheet>('POST', '/members', entry)),
    change: async (uuid: string, patch: ClubMemberPatch, revision: string) =>
      keep(await api.write<MemberSheet>('PATCH', `/members/${uuid}`, patch, revision)),
    /** The sheet as the server has it now. */
    again: async (uuid: string) => keep(await api.get<MemberSheet>(`/members/${uuid}`)),
  }
}
