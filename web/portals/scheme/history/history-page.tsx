import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, GitCompare } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { HistoryEntry } from '#contract/curriculum/history.ts'
import { isMissing } from '#web/api/api-error.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { useAct } from '#web/desk/use-act.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDeviceDay } from '../device-day.ts'
import { SchemeMissing } from '../scheme-missing.tsx'
import { useListedScheme } from '../schemes/use-schemes.ts'
import { ComparisonDialog } from './comparison-dialog.tsx'
import { quoted } from './change-sentence.tsx'
import { actionsId, Entry, useEntryTime, type EntryAction } from './history-entry.tsx'
import { NameDialog } from './name-dialog.tsx'
import { restoreState } from './restore.ts'
import './history.css'

/** What authors changed in a scheme, in words, by day and author; narrowed to the node that the address names. */
export function HistoryPage() {
  const { t } = useTranslation()
  const { slug = '' } = useParams()
  const scheme = useListedScheme(slug)
  const name = scheme?.name ?? ''
  const [address, setAddress] = useSearchParams()
  const node = address.get('node')
  const below = address.has('below')
  const pages = useHistory(slug, node, below)
  const missing = isMissing(pages.error)
  const title = missing ? t('author.schemes.title') : t('author.history.title', { name })
  const entries = pages.data?.pages.flatMap((page) => page.entries)
  const about = pages.data?.pages[0]?.about ?? null
  return (
    <Page title={title} className="schemes history">
      <div className="head">
        <h1>{title}</h1>
        {missing ? null : (
          <Link className="btn" to={node === null || about?.deleted ? `/scheme/${slug}` : `/scheme/${slug}${node}`}>
            <Icon icon={ChevronLeft} />
            {t('author.settings.back')}
          </Link>
        )}
      </div>
      {scheme?.own === false ? (
        <p>
          <Link to="/sharing?view=catalogue">{t('author.history.ofOwner')}</Link>
        </p>
      ) : null}
      {node === null ? null : (
        <div className="narrowed">
          <p className="grow">{t('author.history.only', { title: about?.title ?? node })}</p>
          <Check
            checked={below}
            onChange={({ target }) =>
              setAddress({ node, ...(target.checked ? { below: '1' } : {}) }, { replace: true })
            }
          >
            {t('author.history.below')}
          </Check>
          <Button size="small" onClick={() => setAddress({}, { replace: true })}>
            {t('author.history.all')}
          </Button>
        </div>
      )}
      {entries ? (
        <Entries entries={entries} slug={slug} node={node} onChanged={pages.refetch} />
      ) : missing ? (
        <SchemeMissing />
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

function useHistory(slug: string, node: string | null, below: boolean) {
  const { api, language } = useShell()
  const narrowed = node === null ? {} : { node, ...(below ? { below: '1' as const } : {}) }
  return useInfiniteQuery({
    queryKey: ['scheme-history', slug, language.language, narrowed],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...narrowed, ...(pageParam === null ? {} : { before: pageParam }) }
      return api.get(`/curriculum/${slug}/history`, { query, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  })
}

interface EntriesProps {
  entries: readonly HistoryEntry[]
  slug: string
  node: string | null
  onChanged: () => Promise<unknown>
}

function Entries({ entries, slug, node, onChanged }: EntriesProps) {
  const { t } = useTranslation()
  const { api } = useShell()
  const navigate = useNavigate()
  const { busy, act } = useAct()
  const dayOf = useDeviceDay()
  const timeOf = useEntryTime()
  const [naming, setNaming] = useState<HistoryEntry | null>(null)
  /** The first of two points to compare, and the second, null for the present. */
  const [from, setFrom] = useState<HistoryEntry | null>(null)
  const [to, setTo] = useState<HistoryEntry | 'now' | null>(null)
  useFocusAfterComparison(from)
  if (entries.length === 0) return <Empty title={t('author.history.none')} />
  const isNow = (entry: HistoryEntry) => node === null && entry.revision === entries[0]?.revision
  const days = Map.groupBy(entries, (entry) => dayOf(entry.to_ts))
  const nameOf = (entry: HistoryEntry) =>
    entry.name === null
      ? t('author.history.point', { day: dayOf(entry.to_ts), when: timeOf(entry) })
      : quoted(entry.name)

  const setName = ({ revision }: HistoryEntry, name: string | null) =>
    act(async () => {
      await api.write('PUT', `/curriculum/${slug}/history/${revision}/name`, { name })
      await onChanged()
      setNaming(null)
    })
  const restore = (before: number) =>
    void navigate(`/scheme/${slug}${node === null ? '' : node}`, {
      state: restoreState({ before, nodes: node === null ? null : [node] }),
    })
  const onAct = (entry: HistoryEntry, action: EntryAction) => {
    switch (action) {
      case 'name':
        return setNaming(entry)
      case 'unname':
        return void setName(entry, null)
      case 'compare':
        return from === null ? setFrom(entry) : setTo(entry)
      case 'restoreAfter':
        return restore(entry.revision + 1)
      case 'restoreBefore':
        return restore(entry.first_revision)
    }
  }
  return (
    <>
      {from === null ? null : (
        <CompareStrip
          name={nameOf(from)}
          // the newest point is the scheme as it is now
          onNow={isNow(from) ? null : () => setTo('now')}
          onCancel={() => setFrom(null)}
        />
      )}
      {[...days].map(([day, ofDay]) => (
        <section key={day} className="stack">
          <h2>{day}</h2>
          <Card>
            <ol className="rows">
              {ofDay.map((entry) => (
                <Entry
                  key={entry.revision}
                  entry={entry}
                  slug={slug}
                  newest={isNow(entry)}
                  single={entries.length === 1}
                  narrowed={node !== null}
                  comparing={from !== null && from !== entry}
                  onAct={(action) => onAct(entry, action)}
                />
              ))}
            </ol>
          </Card>
        </section>
      ))}
      {naming === null ? null : (
        <NameDialog
          name={naming.name ?? ''}
          busy={busy}
          onClose={() => setNaming(null)}
          onSave={(name) => void setName(naming, name)}
        />
      )}
      {from === null || to === null ? null : (
        <Comparison
          slug={slug}
          node={node}
          points={[from, to]}
          nameOf={nameOf}
          onClose={() => {
            setTo(null)
            setFrom(null)
          }}
        />
      )}
    </>
  )
}

interface CompareStripProps {
  /** How the point is called that is compared. */
  name: string
  /** Null for the present itself. */
  onNow: (() => void) | null
  onCancel: () => void
}

/** Says which point is compared, until the other one is chosen. */
function CompareStrip({ name, onNow, onCancel }: CompareStripProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLOutputElement>(null)
  // the strip stands above all entries, up to hundreds of Tab keys from the one whose menu opened it
  useEffect(() => strip.current?.querySelector('button')?.focus(), [])
  return (
    <output ref={strip} className="compare-strip">
      <Icon icon={GitCompare} />
      <span className="grow">
        {t(onNow === null ? 'author.history.comparingNow' : 'author.history.comparing', { name })}
      </span>
      {onNow === null ? null : (
        <Button size="small" kind="main" onClick={onNow}>
          {t('author.history.withNow')}
        </Button>
      )}
      <Button size="small" onClick={onCancel}>
        {t('author.cancel')}
      </Button>
    </output>
  )
}

/** Gives the focus back to the menu of the entry with which a comparison began, once it has ended. */
function useFocusAfterComparison(from: HistoryEntry | null): void {
  const begunAt = useRef<number | null>(null)
  useEffect(() => {
    if (from === null && begunAt.current !== null) document.getElementById(actionsId(begunAt.current))?.focus()
    begunAt.current = from?.revision ?? null
  }, [from])
}

interface ComparisonProps {
  slug: string
  node: string | null
  /** As they were chosen, in any order. */
  points: [HistoryEntry, HistoryEntry | 'now']
  nameOf: (entry: HistoryEntry) => string
  onClose: () => void
}

/** Compares two points, the earlier one first. */
function Comparison({ slug, node, points: [one, other], nameOf, onClose }: ComparisonProps) {
  const { t } = useTranslation()
  const isEarlier = other === 'now' || one.revision <= other.revision
  const [from, to] = isEarlier ? [one, other] : [other, one]
  return (
    <ComparisonDialog
      slug={slug}
      node={node}
      from={from.revision}
      to={to === 'now' ? null : to.revision}
      fromName={nameOf(from)}
      toName={to === 'now' ? t('author.history.now') : nameOf(to)}
      onClose={onClose}
    />
  )
}
