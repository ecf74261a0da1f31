import { FileUp, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { curriculumPolicy } from '#domain/curriculum/policy.ts'
import { useMay } from '#web/shell/session/use-may.ts'
import { normalizeForSearch } from '#domain/platform/search.ts'
import { SearchBox } from '#web/search/search-box.tsx'
import { whenIdle } from '#web/shell/start/lazy-with-retry.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useAddress } from '#web/shell/frame/use-address.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Check } from '#web/ui/form/check.tsx'
import type { SchemeAction } from './scheme-action.ts'
import { SchemeRow } from './scheme-row.tsx'
import type { StateStep } from './state-steps.ts'
import { useSchemeChange, useSchemes } from './use-schemes.ts'
import { lazyPart } from '../lazy-part.ts'

/** The editor is prefetched at the latest after this time, which is shorter than reading the list and choosing takes. */
const PREFETCH_MS = 100

/** The pages of a scheme to which its menu leads, below that of its settings. */
const PAGES = { settings: '', history: '/history' } as const

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))
const SchemeForm = lazyPart(() => import('./scheme-dialogs.tsx').then((module) => module.SchemeForm))
const StateDialog = lazyPart(() => import('./state-dialog.tsx').then((module) => module.StateDialog))
const DeleteScheme = lazyPart(() => import('./scheme-dialogs.tsx').then((module) => module.DeleteScheme))

/** The open dialog. */
type OpenDialog =
  | { kind: 'new' | 'import' }
  | { kind: 'change' | 'delete'; scheme: Scheme }
  | { kind: 'state'; step: StateStep; scheme: Scheme }

/** The client's schemes [2.29]. If there is only one, the page opens it at once, unless the address has `?list`. */
export function SchemesPage() {
  const { t } = useTranslation()
  const { api, alerts } = useShell()
  const mayAdd = useMay(curriculumPolicy['schemes.add'])
  const navigate = useNavigate()
  const [address, changeAddress] = useAddress()
  const includeDeleted = address.has('deleted')
  const searchText = address.get('search') ?? ''
  const schemes = useSchemes(includeDeleted)
  const change = useSchemeChange()
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null)
  const allSchemes = schemes.data
  // the editor is most likely opened next, so it is prefetched before everything else
  useEffect(() => whenIdle(() => void import('../editor/editor-page.tsx').catch(() => undefined), PREFETCH_MS), [])
  const [first, second] = allSchemes ?? []
  if (first && !second && !includeDeleted && !first.deleted && !address.has('list') && openDialog === null)
    return <Navigate replace to={`/scheme/${first.slug}`} />

  const normalizedText = normalizeForSearch(searchText)
  const matches = allSchemes?.filter((scheme) => normalizeForSearch(scheme.name).includes(normalizedText))
  const setAddress = (key: string, value: string | null) =>
    changeAddress((params) => {
      if (value === null) params.delete(key)
      else params.set(key, value)
      // keeps the page from opening the only scheme at once
      params.set('list', '')
      return params
    })
  // another one may be open by the time that an answer closes this one
  const close = () => setOpenDialog((current) => (current === openDialog ? null : current))
  const create = async (body: { name: string; languages: string[] }, isStillOpen: () => boolean) => {
    const created = await change(() => api.createScheme(body))
    if (created && isStillOpen()) void navigate(`/scheme/${created.slug}`)
    else if (created) alerts.show(t('desk.savedAfterClosing'), 'done')
  }
  const save = async ({ slug, name, languages }: Scheme, body: { name: string; languages: string[] }) => {
    // only what was changed: the rest may be another author's by now, and the name may be that of another language
    const changes = {
      ...(body.name === name ? {} : { name: body.name }),
      ...(body.languages.join() === languages.join() ? {} : { languages: body.languages, languages_from: languages }),
    }
    if (Object.keys(changes).length === 0 || (await change(() => api.changeScheme(slug, changes)))) close()
  }
  const remove = async (scheme: Scheme) => {
    if (!(await change(() => api.deleteScheme(scheme.slug)))) return
    // otherwise the page would open the only scheme that remains
    setAddress('list', '')
    close()
    alerts.show(t('author.schemes.deletedNow', { name: scheme.name }), 'done')
  }
  const restore = async (scheme: Scheme) => {
    if (await change(() => api.undeleteScheme(scheme.slug)))
      alerts.show(t('author.schemes.isBack', { name: scheme.name }), 'done')
  }

  const act = (scheme: Scheme, action: SchemeAction) => {
    if (action === 'settings' || action === 'history') void navigate(`/overview/${scheme.slug}${PAGES[action]}`)
    else if (action === 'change' || action === 'delete') setOpenDialog({ kind: action, scheme })
    else setOpenDialog({ kind: 'state', step: action, scheme })
  }

  return (
    <Page title={t('author.schemes.title')} className="schemes">
      <div className="head">
        <h1>{t('author.schemes.title')}</h1>
        {mayAdd ? (
          <div className="flow">
            <Button onClick={() => setOpenDialog({ kind: 'import' })}>
              <Icon icon={FileUp} />
              {t('author.files.open')}
            </Button>
            <Button kind="main" onClick={() => setOpenDialog({ kind: 'new' })}>
              <Icon icon={Plus} />
              {t('author.schemes.new')}
            </Button>
          </div>
        ) : null}
      </div>
      <div className="filter">
        <SearchBox
          label={t('scheme.search')}
          rule="name"
          value={searchText}
          onSearch={(next) => setAddress('search', next === '' ? null : next)}
        />
        <Check checked={includeDeleted} onChange={(event) => setAddress('deleted', event.target.checked ? '' : null)}>
          {t('author.schemes.includeDeleted')}
        </Check>
      </div>
      <SchemeList schemes={schemes} matches={matches} onAct={act} onRestore={(scheme) => void restore(scheme)} />
      {openDialog?.kind === 'import' ? <ImportDialog onClose={close} /> : null}
      {openDialog?.kind === 'new' ? <SchemeForm scheme={null} onClose={close} onSave={create} /> : null}
      {openDialog?.kind === 'change' ? (
        <SchemeForm scheme={openDialog.scheme} onClose={close} onSave={(body) => save(openDialog.scheme, body)} />
      ) : null}
      {openDialog?.kind === 'state' ? (
        <StateDialog scheme={openDialog.scheme} step={openDialog.step} onClose={close} />
      ) : null}
      {openDialog?.kind === 'delete' ? (
        <DeleteScheme scheme={openDialog.scheme} onClose={close} onDelete={() => remove(openDialog.scheme)} />
      ) : null}
    </Page>
  )
}

interface ListProps {
  schemes: ReturnType<typeof useSchemes>
  /** The schemes that match the search; undefined while the list loads. */
  matches: readonly Scheme[] | undefined
  onAct: (scheme: Scheme, action: SchemeAction) => void
  onRestore: (scheme: Scheme) => void
}

function SchemeList({ schemes, matches, onAct, onRestore }: ListProps) {
  const { t } = useTranslation()
  return (
    <Card aria-busy={schemes.isPending}>
      {matches ? (
        <>
          <div aria-live="polite">{matches.length === 0 ? <Empty title={t('scheme.none')} /> : null}</div>
          <ul className="rows">
            {matches.map((scheme) => (
              <SchemeRow
                key={scheme.slug}
                scheme={scheme}
                onAct={(action) => onAct(scheme, action)}
                onRestore={() => onRestore(scheme)}
              />
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
            <p role="alert">{t('author.schemes.failed')}</p>
          </Alert>
        </div>
      ) : (
        <div className="in stack">
          <output className="sr">{t('shell.loading')}</output>
          {[1, 2, 3].map((key) => (
            <Skeleton key={key} height="2.5rem" />
          ))}
        </div>
      )}
    </Card>
  )
}
