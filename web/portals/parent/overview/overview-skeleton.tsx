import { useTranslation } from 'react-i18next'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The outlines of two cards, while the first data is loading. */
export function OverviewSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="kids">
      <output className="sr">{t('shell.loading')}</output>
      {[0, 1].map((card) => (
        <div key={card} className="card kid" aria-hidden="true">
          <header>
            <Skeleton width="2.75rem" height="2.75rem" round />
            <div className="stack grow">
              <Skeleton width="6rem" height="1.5rem" />
              <Skeleton width="9rem" />
            </div>
          </header>
          <div className="two">
            <div className="level">
              <Skeleton width="6.75rem" height="6.75rem" round />
              <div className="stack">
                <Skeleton width="7rem" />
                <Skeleton width="12rem" height="1.9rem" />
                <Skeleton width="8rem" />
              </div>
            </div>
            <div className="ladder in stack">
              {[0, 1, 2, 3].map((row) => (
                <Skeleton key={row} height="2.5rem" />
              ))}
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
