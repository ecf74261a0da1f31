import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChangeCounts, ChangeList } from '../sharing/change-list.tsx'
import '../sharing/sharing.css'

interface ComparisonDialogProps {
  slug: string
  /** The revision after which the earlier point is, and that of the later one; null is now. */
  from: number
  to: number | null
  /** The node to which the history is narrowed. */
  node: string | null
  /** How the two points are called. */
  fromName: string
  toName: string
  onClose: () => void
}

/** What differs between two points of a scheme's history, node by node, in words. */
export function ComparisonDialog({ slug, from, to, node, fromName, toName, onClose }: ComparisonDialogProps) {
  const { t } = useTranslation()
  const { api, language } = useShell()
  const query = { from, ...(to === null ? {} : { to }), ...(node === null ? {} : { node }) }
  const comparison = useQuery({
    queryKey: ['scheme-comparison', slug, language.language, query],
    queryFn: ({ signal }) => api.get(`/curriculum/${slug}/comparison`, { query, signal }),
    staleTime: 0,
  })
  const changes = comparison.data
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('author.history.comparison', { from: fromName, to: toName })}
      closeLabel={t('shell.close')}
    >
      {changes ? (
        <>
          {changes.items.length === 0 ? <p>{t('author.history.same')}</p> : <ChangeCounts changes={changes} />}
          <ChangeList changes={changes} />
          <p className="dim">{t('author.history.settingsNotCompared')}</p>
        </>
      ) : comparison.isError ? (
        <NotLoaded onRetry={comparison.refetch} />
      ) : (
        <div aria-busy="true">
          <output className="sr">{t('shell.loading')}</output>
          <Skeleton height="8rem" />
        </div>
      )}
    </Dialog>
  )
}
