import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Alert } from '#web/ui/alert.tsx'

/** Shown in place of a page of a scheme that does not exist, such as one that was deleted since its address was kept. */
export function SchemeMissing() {
  const { t } = useTranslation()
  return (
    <Alert
      kind="bad"
      end={
        <Link className="btn small" to="/overview?list">
          {t('author.allSchemes')}
        </Link>
      }
    >
      <p>{t('author.schemeMissing')}</p>
    </Alert>
  )
}
