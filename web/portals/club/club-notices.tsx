import { NoticeBoard } from '#web/shell/notices/notice-board.tsx'
import { ClubTasks } from './tasks/club-tasks.tsx'

/** What stands above every page: the user's long work, and the client's notices. */
export function ClubNotices() {
  return (
    <>
      <ClubTasks />
      <NoticeBoard />
    </>
  )
}
