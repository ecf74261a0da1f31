import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { readDataLoss } from '#web/offline/device-note.ts'
import { NoticeBoard } from '#web/shell/notices/notice-board.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useSyncStatus } from './coach-status.tsx'
import { lazyPart } from '#web/portals/coach/lazy-part.ts'

const TabletWarnings = lazyPart(() => import('./tablet-warnings.tsx').then((module) => module.TabletWarnings))

/**
 * Notices above the coach's pages. Only a wrong clock is shown on all pages; the others are on the home page alone, so
 * that they never move the rows of a page on which somebody marks.
 */
export function CoachNotices() {
  const { t } = useTranslation()
  const { definition } = useShell()
  const { clock, full, others } = useSyncStatus()
  const isHome = useLocation().pathname === definition.home
  // the component and its words are loaded only if there is something to show
  const hasTabletWarnings = clock !== null || (isHome && (full || others > 0 || readDataLoss() !== null))
  return (
    <>
      {hasTabletWarnings ? (
        <section className="notices" aria-label={t('coach.tablet')}>
          <TabletWarnings isHome={isHome} />
        </section>
      ) : null}
      {isHome ? <NoticeBoard /> : null}
    </>
  )
}
