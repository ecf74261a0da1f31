import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isMissing } from '#web/api/api-error.ts'
import { SchemeList } from '#web/features/scheme-browser/scheme-list.tsx'
import { SchemeNodeView } from '#web/features/scheme-browser/scheme-node-view.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { fetchWithFallback } from '#web/shell/start/stored-answers.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { compileOnce } from '#web/features/progress-view/member-progress.ts'
import { ToPractise } from '../overview/to-practise.tsx'
import { useCurriculum, useVideos } from '../overview/use-family.ts'

interface CurriculumDialogProps {
  /** A scheme's slug and a node id in one, such as `swim/stage-4`; '' for the list of schemes. */
  schemePath: string
  onOpen: (schemePath: string) => void
  onClose: () => void
}

/** The curricula in a dialog. */
export function CurriculumDialog({ schemePath, onOpen, onClose }: CurriculumDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open onClose={onClose} title={t('parent.curriculum')} closeLabel={t('shell.close')} wide>
      <Content schemePath={schemePath} onOpen={onOpen} />
    </Dialog>
  )
}

function Content({ schemePath, onOpen }: Omit<CurriculumDialogProps, 'onClose'>) {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const schemes = useQuery({ queryKey: ['schemes'], queryFn: () => fetchWithFallback('schemes', () => api.schemes()) })
  const schemeList = schemes.data?.data
  /** The scheme to open without a list, because the parent has no other. */
  const onlySlug = schemeList?.length === 1 ? schemeList[0]?.slug : undefined
  const chosenSlug = schemePath.split('/')[0] ?? ''
  const slug = chosenSlug === '' ? (onlySlug ?? null) : chosenSlug
  const curriculum = useCurriculum(slug)
  const nodeId = schemePath.slice(chosenSlug.length)
  const node = curriculum.data ? compileOnce(curriculum.data.data).nodes.get(nodeId) : undefined
  const videos = useVideos(slug ?? '', node?.videos ?? [])
  if (schemes.isError || curriculum.isError) {
    const missing = isMissing(curriculum.error)
    return (
      <Alert kind="bad">
        <p role="alert">{t(missing ? 'scheme.missing' : 'parent.failed')}</p>
      </Alert>
    )
  }
  if (slug === null && schemeList) {
    return (
      <FileUrls value={api.fileUrl}>
        <ToPractise onOpen={onOpen} />
        <SchemeList schemes={schemeList} onOpen={onOpen} />
      </FileUrls>
    )
  }
  if (slug === null || !curriculum.data) {
    return (
      <>
        <output className="sr">{t('shell.loading')}</output>
        <Skeleton height="3rem" />
        <Skeleton width="50%" height="2rem" />
        <Skeleton height="8rem" />
      </>
    )
  }
  return (
    <FileUrls value={api.fileUrl}>
      {/* a single scheme opens without the list, so the skills to practise are shown above the scheme instead */}
      {onlySlug !== undefined && nodeId === '' ? <ToPractise onOpen={onOpen} /> : null}
      <SchemeNodeView
        curriculum={curriculum.data.data}
        nodeId={nodeId === '' ? null : nodeId}
        onOpen={(id) => onOpen(slug + (id ?? ''))}
        listTitle={t('parent.schemes')}
        videos={videos}
        onMissing={() => alerts.show(t('scheme.missing'), 'bad')}
        {...(onlySlug === undefined ? { onList: () => onOpen('') } : {})}
      />
    </FileUrls>
  )
}
