import './oversight.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Attention } from '#contract/tenants/attention.ts'
import { mayOpen } from '#domain/tenants/pages.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The problems of which `Attention` has a number, the most serious first, each with the page where it is solved. */
const PROBLEM_PAGES = [
  ['maintenance', '/maintenance'],
  ['failed_tasks', '/tasks?state=failed'],
  ['unsent_mails', '/users'],
  ['subscribers', '/sharing'],
  ['clubs_without_admin', '/clubs?only=unadministered'],
  ['unread_documents', '/documents'],
  ['ending_tokens', '/users?kind=api'],
  ['idle_clubs', '/clubs?only=idle'],
] as const

interface Problem {
  key: string
  title: string
  text: string
  to: string
}

/** The page of a link, without its filters. */
const pageOf = (link: string) => link.split('?')[0] ?? link

function useProblems(attention: Attention | undefined): Problem[] {
  const { t } = useTranslation()
  if (!attention) return []
  const textsOf = (kind: string, count: number, values = {}) => ({
    title: t(`author.attention.${kind}.title`, { count, ...values }),
    text: t(`author.attention.${kind}.text`),
  })
  return [
    ...PROBLEM_PAGES.flatMap(([kind, to]) => {
      // null: the client's authors cannot open the page
      const count = attention[kind] ?? 0
      return count === 0 ? [] : [{ key: kind, to, ...textsOf(kind, count) }]
    }),
    // schemes with translations that are older than their source texts
    ...attention.stale.map(({ slug, name, nodes }) => ({
      key: slug,
      to: `/scheme/${slug}`,
      ...textsOf('stale', nodes, { name }),
    })),
  ]
}

/** Lists the problems that somebody of the client must solve, each with a link to the page for it [2.16]. */
export function AttentionPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const visitor = useVisitor()
  const { data, isError, refetch } = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => api.get('/attention', { signal }),
  })
  const problems = useProblems(data)
  return (
    <Page title={t('author.attention.title')} className="schemes">
      <div className="head">
        <h1>{t('author.attention.title')}</h1>
      </div>
      {isError ? (
        <NotLoaded onRetry={refetch} />
      ) : data === undefined ? (
        <div className="wants" aria-busy="true">
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height="4.5rem" />
          ))}
        </div>
      ) : problems.length === 0 ? (
        <Empty title={t('author.attention.none')}>{t('author.attention.noneText')}</Empty>
      ) : (
        <ul className="wants">
          {problems.map(({ key, title, text, to }) => (
            <li key={key}>
              <div>
                <h2>{mayOpen(visitor, pageOf(to)) ? <Link to={to}>{title}</Link> : title}</h2>
                <p className="small dim">{text}</p>
              </div>
              {mayOpen(visitor, pageOf(to)) ? <Icon icon={ChevronRight} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
