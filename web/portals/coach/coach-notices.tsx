import { useLocation } from 'react-router'
import { NoticeBoard } from '#web/shell/notice-board.tsx'
import { useShell } from '#web/shell/shell-context.ts'
import { ClockNote, TabletNotes } from './tablet-notes.tsx'

/** Notices stand where a coach begins only: a page on which somebody marks keeps its rows where they are. */
export function CoachNotices() {
  const { definition } = useShell()
  const home = useLocation().pathname === definition.home
  return (
    <>
      <div className="notices">
        <ClockNote />
        {home ? <TabletNotes /> : null}
      </div>
      {home ? <NoticeBoard /> : null}
    </>
  )
}
