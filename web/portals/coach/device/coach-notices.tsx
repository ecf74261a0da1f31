import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lostData } from '#web/offline/device-note.ts'
import { NoticeBoard } from '#web/shell/notices/notice-board.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useSyncStatus } from './coach-status.tsx'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'

const TabletNotes = lazyPart(() => import('./tablet-notes.tsx').then((module) => module.TabletNotes))

/** Notices stand where a coach begins only: a page on which somebody marks keeps its rows where they are. */
export function CoachNotices() {
  const { t } = useTranslation()
  const { definition } = useShell()
  const { clock, others } = useSyncStatus()
  const home = useLocation().pathname === definition.home
  // most tablets have nothing to say of themselves, and do without the words for it
  const says = clock !== null || (home && (others > 0 || lostData() !== null))
  return (
    <>
      {says ? (
        <section className="notices" aria-label={t('coach.tablet')}>
          <TabletNotes home={home} />
        </section>
      ) : null}
      {home ? <NoticeBoard /> : null}
    </>
  )
}
