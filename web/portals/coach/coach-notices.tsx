import { useLocation } from 'react-router'
import { NoticeBoard } from '#web/shell/notice-board.tsx'
import { useShell } from '#web/shell/shell-context.ts'

/** Where a coach begins only: a page on which somebody marks keeps its rows where they are. */
export function CoachNotices() {
  const { definition } = useShell()
  return useLocation().pathname === definition.home ? <NoticeBoard /> : null
}
