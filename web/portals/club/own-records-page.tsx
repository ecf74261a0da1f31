import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useOwnsRecords } from './club-data.ts'

interface OwnRecordsPageProps {
  title: string
  /** The list that the page belongs to. */
  back: { to: string; label: string }
  children: ReactNode
}

/**
 * A page that changes members or groups. Where a course provider owns them, nothing is loaded, because the server would
 * refuse it; the page says who changes them. No link leads there, but an address does.
 */
export function OwnRecordsPage({ title, back, children }: OwnRecordsPageProps) {
  const { t } = useTranslation()
  const ownsRecords = useOwnsRecords()
  return (
    <Page title={title}>
      {ownsRecords ? (
        children
      ) : (
        <>
          <header className="head">
            <h1 className="grow">{title}</h1>
            <Link className="btn icon bare" to={back.to} aria-label={back.label}>
              <Icon icon={X} />
            </Link>
          </header>
          <div className="in">
            <Alert>
              <p>{t('club.form.foreign')}</p>
            </Alert>
          </div>
        </>
      )}
    </Page>
  )
}
