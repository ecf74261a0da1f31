import { FileUp, Plus, RotateCcw, Pencil, Share2, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate } from 'react-router'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { mayAddScheme } from '#domain/tenants/pages.ts'
import { folded } from '#domain/platform/search.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { languageName } from '#web/shell/i18n/language.ts'
import { whenIdle } from '#web/shell/start/lazy-with-retry.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'
import { useVisitor } from '#web/shell/session/use-visitor.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Check } from '#web/ui/form/check.tsx'
import { usePrefetchTree } from './prefetch-tree.ts'
import { useSchemeChange, useSchemes } from './use-schemes.ts'
import { lazyPart } from '../lazy-part.ts'

/** Less than anybody needs to read the list and choose. */
const SOON_MS = 100

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))
const SchemeForm = lazyPart(() => import('./scheme-dialogs.tsx').then((module) => module.SchemeForm))
const DeleteScheme = lazyPart(() => import('./scheme-dialogs.tsx').then((module) => module.DeleteScheme))

type Open = { what: 'new' | 'import' } | { what: 'change' | 'delete'; scheme: Scheme }

/** The schemes of the client [2.29]. `?list` keeps the list open where there is only one. */
export function SchemesPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const { features } = useVisitor()
  const navigate = useNavigate()
  const [address, changeAddress] = useAddress()
  // kept here too: the address follows a moment later
  const [deleted, setDeleted] = useState(address.has('deleted'))
  const [words, setWords] = useState(address.get('search') ?? '')
  const schemes = useSchemes(deleted)
  const change = useSchemeChange()
  const [open, setOpen] = useState<Open | null>(null)
  const list = schemes.data
  // where the next press leads comes before all else that is fetched when the page is idle
  useEffect(() => whenIdle(() => void import('../editor/editor-page.tsx').catch(() => undefined), SOON_MS), [])
  const [only, second] = list ?? []
  if (only && !second && !deleted && !only.deleted && !address.has('list') && open === null)
    return <Navigate replace to={`/scheme/${only.slug}`} />

  const shown = list?.filter((scheme) => folded(scheme.name).includes(folded(words)))
  const inAddress = (key: string, value: string | null) =>
    changeAddress((now) => {
      if (value === null) now.delete(key)
      else now.set(key, value)
      now.set('list', '')
      return now
    })
  const close = () => setOpen(null)
  const create = async (body: { name: string; languages: string[] }) => {
    const made = await change(() => api.createScheme(body))
    if (made) void navigate(`/scheme/${made.slug}`)
  }
  const save = async (scheme: Scheme, body: { name: string; languages: string[] }) => {
    if (await change(() => api.changeScheme(scheme.slug, body))) close()
  }
  const remove = async (scheme: Scheme) => {
    if (!(await change(() => api.deleteScheme(scheme.slug)))) return
    inAddress('list', '')
    close()
    alerts.show(t('author.schemes.deletedNow', { name: scheme.name }), 'done')
  }
  const restore = async (scheme: Scheme) => {
    if (await change(() => api.undeleteScheme(scheme.slug)))
      alerts.show(t('author.schemes.isBack', { name: scheme.name }), 'done')
  }

  return (
    <Page title={t('author.schemes.title')} className="schemes">
      <div className="head">
        <h1>{t('author.schemes.title')}</h1>
        {mayAddScheme(features) ? (
          <div className="flow">
            <Button onClick={() => setOpen({ what: 'import' })}>
              <Icon of={FileUp} />
              {t('author.files.open')}
            </Button>
            <Button kind="main" onClick={() => setOpen({ what: 'new' })}>
              <Icon of={Plus} />
              {t('author.schemes.new')}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="filter">
        <SearchBox
          label={t('scheme.search')}
          rule="name"
          value={words}
          onSearch={(next) => {
            setWords(next)
            inAddress('search', next === '' ? null : next)
          }}
        />
        <Check
          checked={deleted}
          onChange={(event) => {
            setDeleted(event.target.checked)
            inAddress('deleted', event.target.checked ? '' : null)
          }}
        >
          {t('author.schemes.includeDeleted')}
        </Check>
      </div>
      <SchemeList schemes={schemes} shown={shown} onOpen={setOpen} onRestore={(scheme) => void restore(scheme)} />
      {open?.what === 'import' ? <ImportDialog onClose={close} /> : null}
      {open?.what === 'new' ? <SchemeForm scheme={null} onClose={close} onSave={create} /> : null}
      {open?.what === 'change' ? (
        <SchemeForm scheme={open.scheme} onClose={close} onSave={(body) => save(open.scheme, body)} />
      ) : null}
      {open?.what === 'delete' ? (
        <DeleteScheme scheme={open.scheme} onClose={close} onDelete={() => remove(open.scheme)} />
      ) : null}
    </Page>
  )
}

interface ListProps {
  schemes: ReturnType<typeof useSchemes>
  /** Those that were searched for, once there are any. */
  shown: readonly Scheme[] | undefined
  onOpen: (open: Open) => void
  onRestore: (scheme: Scheme) => void
}

function SchemeList({ schemes, shown, onOpen, onRestore }: ListProps) {
  const { t } = useTranslation()
  return (
    <Card aria-busy={schemes.isPending}>
      {shown ? (
        <>
          <div aria-live="polite">{shown.length === 0 ? <Empty title={t('scheme.none')} /> : null}</div>
          <ul className="rows">
            {shown.map((scheme) => (
              <SchemeRow key={scheme.slug} scheme={scheme} onOpen={onOpen} onRestore={() => onRestore(scheme)} />
            ))}
          </ul>
        </>
      ) : schemes.isError ? (
        <div className="in">
          <Alert
            kind="bad"
            end={
              <Button size="small" onClick={() => void schemes.refetch()}>
                {t('author.again')}
              </Button>
            }
          >
            <p>{t('author.schemes.failed')}</p>
          </Alert>
        </div>
      ) : (
        <div className="in stack">
          <output className="sr">{t('shell.loading')}</output>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} height="2.5rem" />
          ))}
        </div>
      )}
    </Card>
  )
}

function SchemeRow({
  scheme,
  onOpen,
  onRestore,
}: {
  scheme: Scheme
  onOpen: (open: Open) => void
  onRestore: () => void
}) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { name } = scheme
  const prefetchTree = usePrefetchTree(scheme.slug)
  return (
    <li className="scheme-row">
      <Glyph kind="l" />
      <div className="name">
        {scheme.deleted ? (
          <span className="dim">{name}</span>
        ) : (
          <Link className="plain" to={`/scheme/${scheme.slug}`} {...prefetchTree}>
            {name}
          </Link>
        )}
        <small className="dim">{scheme.languages.map(languageName).join(', ')}</small>
      </div>
      {scheme.deleted ? (
        <div className="flow">
          <Chip kind="todo" icon={Trash2}>
            {t('author.schemes.deleted')}
          </Chip>
          <Button size="small" aria-label={t('author.schemes.undeleteOf', { name })} onClick={onRestore}>
            <Icon of={RotateCcw} />
            {t('author.schemes.undelete')}
          </Button>
        </div>
      ) : (
        <div className="flow">
          {scheme.own && !scheme.published ? null : (
            <Chip kind={scheme.own || scheme.subscribed ? 'done' : 'line'} icon={Share2}>
              {t(`author.schemes.${scheme.own ? 'published' : scheme.subscribed ? 'subscribed' : 'followedOnce'}`)}
            </Chip>
          )}
          {scheme.own ? (
            <>
              <Button
                kind="bare"
                icon
                aria-label={t('author.schemes.settingsOf', { name })}
                onClick={() => void navigate(`/overview/${scheme.slug}`)}
              >
                <Icon of={SlidersHorizontal} />
              </Button>
              <Button
                kind="bare"
                icon
                aria-label={t('author.schemes.changeOf', { name })}
                onClick={() => onOpen({ what: 'change', scheme })}
              >
                <Icon of={Pencil} />
              </Button>
            </>
          ) : null}
          <Button
            kind="bare"
            icon
            aria-label={t('author.schemes.deleteOf', { name })}
            onClick={() => onOpen({ what: 'delete', scheme })}
          >
            <Icon of={Trash2} />
          </Button>
        </div>
      )}
    </li>
  )
}
