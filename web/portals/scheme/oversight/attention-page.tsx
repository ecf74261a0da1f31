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

/** The gravest first, and where each is settled. */
const PLACES = [
  ['maintenance', '/maintenance'],
  ['failed_tasks', '/tasks?state=failed'],
  ['unsent_mails', '/users'],
  ['subscribers', '/sharing'],
  ['clubs_without_admin', '/clubs?only=unadministered'],
  ['unread_documents', '/documents'],
  ['ending_tokens', '/users?kind=api'],
  ['idle_clubs', '/clubs?only=idle'],
] as const

interface Want {
  key: string
  title: string
  text: string
  to: string
}

function useWants(attention: Attention | undefined): Want[] {
  const { t } = useTranslation()
  if (!attention) return []
  const said = (what: string, count: number, more = {}) => ({
    title: t(`author.attention.${what}.title`, { count, ...more }),
    text: t(`author.attention.${what}.text`),
  })
  return [
    ...PLACES.flatMap(([what, to]) => {
      const count = attention[what] ?? 0
      return count === 0 ? [] : [{ key: what, to, ...said(what, count) }]
    }),
    ...attention.stale.map(({ slug, name, nodes }) => ({
      key: slug,
      to: `/scheme/${slug}`,
      ...said('stale', nodes, { name }),
    })),
  ]
}

/** [2.16]: what wants somebody of the office; each leads to where it is settled. */
export function AttentionPage() {
  const { t } = useTranslation()
  const { api } = useShell()
  const visitor = useVisitor()
  const { data, isError, refetch } = useQuery({
    queryKey: ['attention'],
    queryFn: ({ signal }) => api.get<Attention>('/attention', signal),
  })
  const wants = useWants(data)
  return (
    <Page title={t('author.attention.title')} className="schemes">
      <div className="head">
        <h1>{t('author.attention.title')}</h1>
      </div>
      {isError ? (
        <NotLoaded again={refetch} />
      ) : data === undefined ? (
        <div className="wants" aria-busy="true">
          {[0, 1, 2].map((k) => (
            <Skeleton key={k} height="4.5rem" />
          ))}
        </div>
      ) : wants.length === 0 ? (
        <Empty title={t('author.attention.none')}>{t('author.attention.noneText')}</Empty>
      ) : (
        <ul className="wants">
          {wants.map(({ key, title, text, to }) => (
            <li key={key}>
              <div>
                <h2>{mayOpen(visitor, to.split('?')[0] ?? to) ? <Link to={to}>{title}</Link> : title}</h2>
                <p className="small dim">{text}</p>
              </div>
              {mayOpen(visitor, to.split('?')[0] ?? to) ? <Icon of={ChevronRight} /> : null}
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}
