import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Page } from '#web/shell/frame/page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { useDeviceDay } from '../../device-day.ts'
import { editorPath } from '../current-editor.ts'
import { useCopyState } from './use-copy-state.ts'

/** Says that a scheme has no working copy, and what became of the last one. */
export function NoCopy({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  const { data, refetch } = useCopyState(slug)
  // the page may have learnt that the copy ended before it learnt how
  useEffect(() => void refetch(), [refetch])
  const ended = data?.ended ?? null
  return (
    <Page title={t('author.schemes.title')}>
      <Alert
        kind="note"
        end={
          <Link className="btn small" to={editorPath(slug, false)}>
            {t('author.copy.openLive')}
          </Link>
        }
      >
        <p>
          {ended === null
            ? t('author.copy.none')
            : t(ended.released ? 'author.copy.wasReleased' : 'author.copy.wasDropped', {
                name: ended.by,
                day: dayOf(ended.ts),
              })}
        </p>
      </Alert>
    </Page>
  )
}
