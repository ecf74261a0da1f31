import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { isMissing } from '#web/api/api-error.ts'
import { findNodePath } from '#web/features/scheme-browser/node-path.ts'
import { SchemeList } from '#web/features/scheme-browser/scheme-list.tsx'
import { SchemeNodeView } from '#web/features/scheme-browser/scheme-node-view.tsx'
import { FileUrls } from '#web/features/scheme-browser/stored-file.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { visibleCurriculum } from './groups/group-data.ts'
import { PageTitle } from './page-title.tsx'
import { useFileUrls } from './device/saved/use-saved-files.ts'
import { useCurriculum, useSchemes, useVideos } from './assess/use-curriculum.ts'

/** Shows the curricula to read [2.29]–[2.35]; `/scheme/swim/stage-4` shows the node `/stage-4` of `swim`. */
export function SchemePage() {
  const { t } = useTranslation()
  const fileUrls = useFileUrls()
  const navigate = useNavigate()
  const { '*': path = '' } = useParams()
  const [slug = ''] = path.split('/')
  const nodeId = path.slice(slug.length)
  const schemes = useSchemes()
  const curriculumQuery = useCurriculum(slug === '' ? null : slug)
  const list = schemes.data?.data
  // a single scheme is shown without the list
  const [firstScheme, secondScheme] = list ?? []
  const curriculum = curriculumQuery.data?.data
  const shown = useMemo(() => curriculum && visibleCurriculum(curriculum), [curriculum])
  const node = shown && nodeId !== '' ? findNodePath(shown.tree, nodeId)?.node : undefined
  const videos = useVideos(slug, node?.videos ?? [])
  if (slug === '' && firstScheme && !secondScheme) return <Navigate replace to={`/scheme/${firstScheme.slug}`} />
  const missing = isMissing(curriculumQuery.error)
  const title = curriculum?.name ?? t('coach.scheme.title')
  const openPath = (schemePath: string) => void navigate(`/scheme/${schemePath}`)
  return (
    <Page title={title} className="curricula">
      <PageTitle title={t('coach.scheme.title')} sub={curriculum?.name ?? ''} />
      <Card className="in stack">
        {slug === '' && list ? (
          <SchemeList schemes={list} onOpen={openPath} />
        ) : shown ? (
          <FileUrls value={fileUrls}>
            <SchemeNodeView
              curriculum={shown}
              videos={videos}
              nodeId={nodeId === '' ? null : nodeId}
              onOpen={(id) => openPath(slug + (id ?? ''))}
              listTitle={t('coach.scheme.list')}
              {...(secondScheme ? { onList: () => openPath('') } : {})}
            />
          </FileUrls>
        ) : schemes.isError || curriculumQuery.isError ? (
          <Alert
            kind="bad"
            end={missing ? <Button onClick={() => openPath('')}>{t('coach.scheme.list')}</Button> : undefined}
          >
            <p role="alert">{t(missing ? 'scheme.missing' : 'coach.scheme.failed')}</p>
          </Alert>
        ) : (
          <>
            <output className="sr">{t('coach.scheme.loading')}</output>
            <Skeleton height="3rem" />
            <Skeleton height="14rem" />
          </>
        )}
      </Card>
    </Page>
  )
}
