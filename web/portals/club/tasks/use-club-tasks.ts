import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ClubTask } from '#contract/tenants/club-tasks.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useMe, useShell } from '#web/shell/start/shell-context.ts'
import { changeSetsKey, clubTasksKey, groupsKey, importsKey, membersKey } from '../club-data.ts'

/** How often a running task is looked at. */
const POLL_MS = 1_000

const isRunning = ({ state }: ClubTask) => state === 'running'

/** The long work of this user at the club. When a task ends, everything is loaded again that it may have changed. */
export function useClubTasks(): { tasks: readonly ClubTask[]; dismiss: (id: string) => Promise<void> } {
  const { api } = useShell()
  const queries = useQueryClient()
  const club = useMe()?.club?.id
  const { data: tasks = [] } = useQuery({
    queryKey: [...clubTasksKey, club],
    queryFn: ({ signal }) => api.get('/club-tasks', { signal }),
    enabled: club !== undefined,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_MS : false),
  })
  const running = tasks.filter(isRunning).length
  const wasRunning = useRef(0)
  useEffect(() => {
    if (running < wasRunning.current) void refresh(queries, membersKey, groupsKey, changeSetsKey, importsKey)
    wasRunning.current = running
  }, [queries, running])

  async function dismiss(id: string): Promise<void> {
    await api.write('DELETE', `/club-tasks/${id}`)
    await refresh(queries, clubTasksKey)
  }
  return { tasks, dismiss }
}
