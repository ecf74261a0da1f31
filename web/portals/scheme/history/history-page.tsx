import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { HistoryEntry } from '#contract/curriculum/history.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { clockTime } from '#web/shell/i18n/dates.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeviceDay } from '../device-day.ts'
import { useListedScheme } from '../schemes/use-schemes.ts'
import { useChangeSentence } from './change-sentence.tsx'
import { restoreState } from './restore.ts'
import './history.css'

/** What authors changed in a scheme, in words, by day and author. */
export function HistoryPage() {
  const { t } = useTranslation()
  const { api, language } = useShell()
  const { slug = '' } = useParams()
  const name = useListedScheme(slug)?.name ?? ''
  const pages = useInfiniteQuery({
    queryKey: ['scheme-history', slug, language.language],
    queryFn: ({ pageParam, signal }) =>
      api.get(
        `/curriculum/${slug}/history`,
        pageParam === null ? { signal } : { query: { before: pageParam }, signal },
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
  const title = t('author.history.title', { name })
  const entries = pages.data?.pages.flatMap((page) => page.entries)
  return (
    <Page title={title} className="schemes history">
      <div className="head">
        <h1>{title}</h1>
        <Link className="btn" to={`/scheme/${slug}`}>
          <Icon icon={ChevronLeft} />
          {t('author.settings.back')}
        </Link>
      </div>
      {entries ? (
        <Days entries={entries} slug={slug} />
      ) : pages.isError ? (
        <NotLoaded onRetry={pages.refetch} />
      ) : (
        <div className="stack" aria-busy="true">
          <output className="sr">{t('shell.loading')}</output>
          <Skeleton height="14rem" />
        </div>
      )}
      {pages.hasNextPage ? (
        <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {t('author.history.older')}
        </Button>
      ) : null}
    </Page>
  )
}

function Days({ entries, slug }: { entries: readonly HistoryEntry[]; slug: string }) {
  const { t } = useTranslation()
  const dayOf = useDeviceDay()
  if (entries.length === 0) return <Empty title={t('author.history.none')} />
  const days = Map.groupBy(entries, (entry) => dayOf(entry.to_ts))
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="stack">
          <h2>{day}</h2>
          <Card>
            <ol className="rows">
              {ofDay.map((entry) => (
                <Entry key={entry.revision} entry={entry} slug={slug} />
              ))}
            </ol>
          </Card>
        </section>
      ))}
    </>
  )
}

function Entry({ entry, slug }: { entry: HistoryEntry; slug: string }) {
  const { t } = useTranslation()
  const sentence = useChangeSentence()
  const { by, from_ts, to_ts, items, first_revision: before } = entry
  const [from, to] = [clockTime(from_ts * 1000), clockTime(to_ts * 1000)]
  const when = from === to ? from : t('author.history.span', { from, to })
  const path = `/scheme/${slug}`
  return (
    <li>
      <div className="entry-head">
        <p className="grow">
          <b>{by}</b> <span className="dim num">{when}</span>
        </p>
        <Link
          className="btn small"
          to={path}
          state={restoreState({ before, nodes: null })}
          aria-label={t('author.history.restoreTreeOf', { by, when })}
        >
          {t('author.history.restoreTree')}
        </Link>
      </div>
      <ul className="entry-items">
        {items.map((item, index) => (
          // the items of an entry never change places
          <li key={index}>
            {item.t === null ? <span aria-hidden="true" /> : <Glyph kind={item.t} />}
            <span>{sentence(item)}</span>
            {/* what was added is deleted by deleting it, and many nodes are restored with the whole entry */}
            {item.what === 'added' || item.what === 'settings' || item.more > 0 ? null : (
              <Link
                className="btn small bare"
                to={path}
                state={restoreState({ before: item.revision, nodes: item.ids })}
                aria-label={t('author.history.restoreNodesOf', { titles: item.titles.join(', ') })}
              >
                <Icon icon={RotateCcw} />
                {t('author.history.restoreNodes')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}
