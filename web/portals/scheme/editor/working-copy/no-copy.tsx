import { useTranslation } from 'react-i18next'
import { Page } from '#web/shell/frame/page.tsx'
import { useReloadOnEvents } from '#web/shell/session/use-stream-events.ts'
import { EndedCopy } from './ended-copy.tsx'
import { useCopyState } from './use-copy-state.ts'

interface NoCopyProps {
  slug: string
  /** The copy that was open and is no more; null when none was. */
  copy: string | null
  /** Opens the copy that the scheme has now. */
  onOpen: (copy: string) => void
}

/** Says that a working copy is no more, and what became of it, or that a scheme has none. */
export function NoCopy({ slug, copy, onOpen }: NoCopyProps) {
  const { t } = useTranslation()
  // what was known before may not know yet how the copy ended, or that there is a new one
  const { data, isFetchedAfterMount, refetch } = useCopyState(slug, { always: true })
  useReloadOnEvents(
    (event) => event.type === 'working-copy-changed' && event.slug === slug,
    () => void refetch(),
  )
  return (
    <Page title={t('author.schemes.title')}>
      {data && isFetchedAfterMount ? <EndedCopy slug={slug} copy={copy} state={data} onOpen={onOpen} /> : null}
    </Page>
  )
}
