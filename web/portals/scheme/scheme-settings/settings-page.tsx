import { ChevronLeft } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { mayShowContent } from '#domain/curriculum/permissions.ts'
import { isMissing } from '#web/api/api-error.ts'
import { shortLocale } from '#web/shell/i18n/language.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { wordsIn } from '../editor/words-in.ts'
import { SchemeMissing } from '../scheme-missing.tsx'
import { FilesCard } from './files-card.tsx'
import { ScalesCard } from './scales-card.tsx'
import { SectionsCard } from './sections-card.tsx'
import { VideosCard } from './videos-card.tsx'
import './settings.css'

/** The settings of one scheme: sections, scales, videos, and the download as a file [3.9], [3.15], [4.22]. */
export function SchemeSettingsPage() {
  const { t } = useTranslation()
  const { api, language, session } = useShell()
  const { slug = '' } = useParams()
  const settings = useQuery({
    queryKey: ['scheme-settings', slug],
    queryFn: ({ signal }) => api.get(`/schemes/${slug}/settings`, { signal }),
    // loading again would reset the form while somebody types
    refetchOnWindowFocus: false,
  })
  const { data } = settings
  const missing = isMissing(settings.error)
  const name = data ? wordsIn(data.name, [shortLocale(language.language), ...data.languages.map(shortLocale)]) : ''
  const title = data ? t('author.settings.title', { name }) : t('author.schemes.title')
  return (
    <Page title={title} className="schemes scheme-settings">
      <div className="head">
        <h1>{title}</h1>
        {missing ? null : (
          <Link className="btn" to={`/scheme/${slug}`}>
            <Icon icon={ChevronLeft} />
            {t('author.settings.back')}
          </Link>
        )}
      </div>
      {data ? (
        <>
          <SectionsCard key={data.sections_revision} settings={data} />
          <ScalesCard key={data.grades_revision} settings={data} />
          {mayShowContent('video', session.subject()?.features ?? {}) ? <VideosCard slug={slug} /> : null}
          <FilesCard slug={slug} />
        </>
      ) : missing ? (
        <SchemeMissing />
      ) : settings.isError ? (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={() => void settings.refetch()}>
              {t('author.again')}
            </Button>
          }
        >
          <p role="alert">{t('author.settings.failed')}</p>
        </Alert>
      ) : (
        <div className="stack" aria-busy="true">
          <output className="sr">{t('shell.loading')}</output>
          <Skeleton height="14rem" />
          <Skeleton height="20rem" />
        </div>
      )}
    </Page>
  )
}
