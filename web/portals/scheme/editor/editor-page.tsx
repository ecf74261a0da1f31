import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isMissing } from '#web/api/api-error.ts'
import { Page } from '#web/shell/frame/page.tsx'
import type { Session } from '#web/shell/session/session.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { leaveEditor, leftEditor, openEditor, type OpenEditor } from './current-editor.ts'
import { createEditorStore } from './session/editor-store.ts'
import { createTransport } from './session/transport.ts'
import { EditorView } from './editor-view.tsx'
import { prefetchedTree, forgetPrefetched, peekTree, type LoadedTree } from '../schemes/prefetch-tree.ts'
import './editor.css'

type Opened = { state: 'loading' } | { state: 'failed'; missing: boolean } | { state: 'open'; editor: OpenEditor }

/** `/scheme/swim/stage-4` edits the scheme `swim` and shows its node `/stage-4`. */
export function EditorPage() {
  const { slug = '' } = useParams()
  return <Editor key={slug} slug={slug} />
}

const subjectOf = (session: Session) => session.subject()?.user_uuid ?? ''

function Editor({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const { api, connection, session } = useShell()
  const queries = useQueryClient()
  const [gone, setGone] = useState(false)
  const made = useCallback(
    ({ raw, tree }: LoadedTree): OpenEditor => {
      const author = subjectOf(session)
      const isAuthor = () => session.isLoggedIn() && subjectOf(session) === author
      // what could not be saved for it is read first
      const onMissing = () => {
        const { waiting, takenBack } = store.get()
        if (waiting === 0 && takenBack.length === 0) setGone(true)
      }
      const transport = createTransport(api, connection, slug, isAuthor, onMissing)
      const store = createEditorStore({ revision: raw.revision, tree, grades: raw.grades }, transport)
      return { raw, author, store }
    },
    [api, connection, session, slug],
  )
  // left with something waiting, or its tree lies ready: no page has to say that it is on its way
  const [atOnce] = useState(() => {
    const there = peekTree(slug)
    return leftEditor(slug, subjectOf(session)) ?? (there && made(there))
  })
  const [opened, setOpened] = useState<Opened>(atOnce ? { state: 'open', editor: atOnce } : { state: 'loading' })
  const [tries, setTries] = useState(0)
  const store = opened.state === 'open' ? opened.editor.store : null

  useEffect(() => {
    const stop = new AbortController()
    let editor = atOnce
    const open = async () => {
      if (editor) forgetPrefetched()
      else {
        const loaded = await prefetchedTree(api, slug, stop.signal)
        if (stop.signal.aborted) return
        editor = made(loaded)
        setOpened({ state: 'open', editor })
      }
      openEditor(editor)
    }
    open().catch((error: unknown) => {
      if (stop.signal.aborted) return
      setOpened({ state: 'failed', missing: isMissing(error) })
    })
    return () => {
      stop.abort()
      if (editor) leaveEditor(editor)
    }
  }, [api, slug, atOnce, made, tries])

  // settings of the whole scheme came with a file, or from a page of its own
  const open = opened.state === 'open' ? opened.editor : null
  useEffect(() => {
    if (!open) return
    let seen = open.store.get().settingsVersion
    let left = false
    const readAgain = async () => {
      // without network it is read when the scheme is opened again
      const raw = await api.rawCurriculum(slug).catch(() => null)
      if (!raw || left) return
      open.store.regrade(raw.grades)
      void queries.invalidateQueries({ queryKey: ['scheme-videos', slug] })
      const editor = { ...open, raw }
      openEditor(editor)
      setOpened({ state: 'open', editor })
    }
    const stop = open.store.subscribe(() => {
      const { settingsVersion } = open.store.get()
      if (settingsVersion !== seen) void readAgain()
      seen = settingsVersion
    })
    return () => {
      left = true
      stop()
    }
  }, [open, api, queries, slug])

  useStreamEvents((event) => {
    if (event.type === 'hello') store?.mayHaveMissed()
    if (event.type === 'scheme-changed' && event.slug === slug) store?.hear(event.revision)
  })

  const loading = useMemo(() => [8, 6, 7, 5, 7, 6, 8, 5].map((width) => `${width * 1.6}rem`), [])
  const missing = gone || (opened.state === 'failed' && opened.missing)
  if (opened.state === 'open' && !gone) return <EditorView raw={opened.editor.raw} store={opened.editor.store} />
  if (missing || opened.state === 'failed')
    return (
      <Page title={t('author.schemes.title')}>
        <Alert
          kind="bad"
          end={
            missing ? (
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
          <p>{t(missing ? 'author.schemeMissing' : 'author.openFailed')}</p>
        </Alert>
      </Page>
    )
  return (
    <Page title={t('author.schemes.title')} className="editor opening">
      <output className="sr">{t('shell.loading')}</output>
      <div className="stack in" aria-busy="true">
        {loading.map((width, at) => (
          <Skeleton key={at} width={width} height="1.5rem" />
        ))}
      </div>
    </Page>
  )
}
