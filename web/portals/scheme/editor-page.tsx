import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { RawCurriculum } from '#contract/authoring.ts'
import { treeOf } from '#domain/tree.ts'
import { ApiError } from '#web/api/api-error.ts'
import { Page } from '#web/shell/page.tsx'
import { useShell } from '#web/shell/shell-context.ts'
import { useStreamEvents } from '#web/shell/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { currentEditor } from './current-editor.ts'
import { createEditorStore, type EditorStore } from './editor/editor-store.ts'
import { createTransport } from './editor/transport.ts'
import { Workbench } from './editor/workbench.tsx'
import './editor/editor.css'

type Opened =
  | { state: 'loading' }
  | { state: 'failed'; missing: boolean }
  | { state: 'open'; raw: RawCurriculum; store: EditorStore }

/** `/scheme/swim/stage-4` edits the scheme `swim` and shows its node `/stage-4`. */
export function EditorPage() {
  const { slug = '' } = useParams()
  return <Editor key={slug} slug={slug} />
}

function Editor({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, connection } = useShell()
  const [opened, setOpened] = useState<Opened>({ state: 'loading' })
  const [tries, setTries] = useState(0)
  const store = opened.state === 'open' ? opened.store : null

  useEffect(() => {
    const stop = new AbortController()
    let made: EditorStore | null = null
    const open = async () => {
      const raw = await api.rawCurriculum(slug, stop.signal)
      if (stop.signal.aborted) return
      const { revision, nodes, gone, grades } = raw
      made = createEditorStore({ revision, tree: treeOf(nodes, gone), grades }, createTransport(api, connection, slug))
      currentEditor.set(made)
      setOpened({ state: 'open', raw, store: made })
    }
    open().catch((error: unknown) => {
      if (stop.signal.aborted) return
      setOpened({ state: 'failed', missing: error instanceof ApiError && error.status === 404 })
    })
    return () => {
      stop.abort()
      currentEditor.set(null)
      // what waits is still sent while this page lives
      void made?.idle().then(() => made?.end())
    }
  }, [api, connection, slug, tries])

  useStreamEvents((event) => {
    if (event.type === 'hello') store?.mayHaveMissed()
    if (event.type === 'scheme-changed' && event.slug === slug) store?.hear(event.revision)
  })

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (store && store.get().waiting > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [store])

  const loading = useMemo(() => [8, 6, 7, 5, 7, 6, 8, 5].map((width) => `${width * 1.6}rem`), [])
  if (opened.state === 'open') return <Workbench raw={opened.raw} store={opened.store} />
  if (opened.state === 'failed')
    return (
      <Page title={t('author.schemes.title')}>
        <Alert
          kind="bad"
          end={
            opened.missing ? (
              <Link className="btn small" to="/overview?list">
                {t('author.allSchemes')}
              </Link>
            ) : (
              <Button size="small" onClick={() => setTries(tries + 1)}>
                {t('author.again')}
              </Button>
            )
          }
        >
          <p>{t(opened.missing ? 'author.schemeMissing' : 'author.openFailed')}</p>
        </Alert>
      </Page>
    )
  return (
    <Page title={t('author.schemes.title')} className="bench opening">
      <output className="sr">{t('shell.loading')}</output>
      <div className="stack in" aria-busy="true">
        {loading.map((width, at) => (
          <Skeleton key={at} width={width} height="1.5rem" />
        ))}
      </div>
    </Page>
  )
}
