import { NoticeBoard } from '#web/shell/notices/notice-board.tsx'
import { lazyPart } from './lazy-part.ts'
import { useClubTasks } from './tasks/use-club-tasks.ts'

// loaded with the words of later pages only by who has long work
const ClubTasks = lazyPart(() => import('./tasks/club-tasks.tsx').then((module) => module.ClubTasks))

/** What stands above every page: the user's long work, and the client's notices. */
export function ClubNotices() {
  const { tasks } = useClubTasks()
  return (
    <>
      {tasks.length === 0 ? null : <ClubTasks />}
      <NoticeBoard />
    </>
  )
}
