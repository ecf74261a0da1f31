import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { numberText } from '#web/shell/i18n/numbers.ts'

interface View {
  label: string
  to: string
  current: boolean
  count?: number | undefined
  /** Whether the rows of the view need attention; their number is then highlighted. */
  hot?: boolean
}

/** Links to the views of a list, which are named sets of filters, with the number of rows in each. */
export function ViewTabs({ views }: { views: readonly View[] }) {
  const { t } = useTranslation()
  const tabs = useRef<HTMLElement>(null)
  // the numbers, which come later, make tabs wider
  const widths = views.map(({ label, current, count }) => `${label} ${current} ${count}`).join()
  // on a phone not all tabs are in view
  useEffect(() => {
    tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [widths])
  return (
    <nav ref={tabs} className="tabs" aria-label={t('desk.views')}>
      {views.map(({ label, to, current, count, hot }) => (
        <Link
          key={to}
          to={to}
          aria-current={current ? 'page' : undefined}
          // browsers do so only for a tab of which almost nothing is in view
          onFocus={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {label}{' '}
          {count === undefined ? null : (
            <span className={hot === true && count > 0 ? 'n hot' : 'n'}>{numberText(count)}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}
