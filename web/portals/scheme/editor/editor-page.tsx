import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router'
import { isMissing } from '#web/api/api-error.ts'
import { Page } from '#web/shell/frame/page.tsx'
import type { Session } from '#web/shell/session/session.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useStreamEvents } from '#web/shell/session/use-stream-events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SchemeMissing } from '../scheme-missing.tsx'
import { treeQuery } from '../schemes/prefetch-tree.ts'
import { editorPath, leaveEditor, unsavedEditor, openEditor } from './current-editor.ts'
import { createEditorStore } from './session/editor-store.ts'
import { createTransport, isEnded, treeIn } from './session/transport.ts'
import { EditorView } from './editor-view.tsx'
import { NoCopy } from './working-copy/no-copy.tsx'
import { copyStateKey, copyTreeQuery, useCopyState } from './working-copy/use-copy-state.ts'
import './editor.css'

/** `/scheme/swim/stage-4` edits the scheme `swim` and shows its node `/stage-4`; with `?copy` it edits the working copy. */
export function EditorPage() {
  const { slug = '' } = useParams()
  const [address] = useSearchParams()
  const isCopy = address.has('copy')
  return isCopy ? <CopyEditor key={`${slug} copy`} slug={slug} /> : <Editor key={slug} slug={slug} copy={null} />
}

/** Edits the scheme's working copy, or says that there is none. */
function CopyEditor({ slug }: { slug: string }) {
  const { session } = useShell()
  // one that was left with unsaved batches goes on, also when the copy has ended meanwhile: the author is told so
  const [unsaved] = useState(() => unsavedEditor(editorPath(slug, true), userOf(session)))
  const state = useCopyState(slug)
  /** The copy stays the one that was opened until the page is left or the author opens a newer one. */
  const [copy, setCopy] = useState(unsaved?.copy ?? null)
  if (copy === null && state.data?.copy) setCopy(state.data.copy.id)
  const noCopy = <NoCopy slug={slug} copy={copy} onOpen={setCopy} />
  if (copy !== null) return <Editor key={copy} slug={slug} copy={copy} ended={noCopy} />
  if (state.isError) return <NoEditor error={state.error} retry={state.refetch} />
  return state.data ? noCopy : <OpeningEditor />
}

/** Id of the logged-in user. */
const userOf = (session: Session) => session.subject()?.user_uuid ?? ''

interface EditorProps {
  slug: string
  copy: string | null
  /** The page that takes the editor's place when its working copy is no more. */
  ended?: ReactNode
}

function Editor({ slug, copy, ended }: EditorProps) {
  const { api, connection, session } = useShell()
  const queries = useQueryClient()
  /** Whether the scheme was deleted, or is no longer this client's, while it was open. */
  const [removed, setRemoved] = useState(false)
  // an editor that was left with unsaved batches is opened again
  const path = editorPath(slug, copy !== null)
  const [editor, setEditor] = useState(() => unsavedEditor(path, userOf(session)))
  const query = useMemo(
    () => (copy === null ? treeQuery(api, slug) : copyTreeQuery(api, slug, copy)),
    [api, slug, copy],
  )
  const loaded = useQuery({ ...query, enabled: editor === null })
  // the state is set while rendering, so that no frame shows the page without its editor
  if (editor === null && loaded.data) {
    const raw = loaded.data
    const author = userOf(session)
    const isAuthor = () => session.isLoggedIn() && userOf(session) === author
    // `store` exists when this is called. The page stays until the author has read which edits could not be saved, and
    // why
    const onMissing = () => {
      const { unsavedCount, discarded, lostTexts } = store.get()
      if (unsavedCount + discarded.length + lostTexts.length === 0) setRemoved(true)
    }
    const transport = createTransport(api, connection, { slug, copy, isAuthor, onMissing })
    const store = createEditorStore({ revision: raw.revision, tree: treeIn(raw), grades: raw.grades }, transport)
    setEditor({ raw, author, copy, store })
  }
  const store = editor?.store

  useEffect(() => {
    if (editor) openEditor(editor)
  }, [editor])
  useEffect(() => {
    if (!store) return undefined
    return () => {
      leaveEditor(path, store)
      // the cached tree is from before the edits, so opening the scheme again must load it
      queries.removeQueries({ queryKey: query.queryKey })
    }
  }, [path, queries, query, store])

  // load settings again when an import or the settings page has changed them: the tree does not hold them
  useEffect(() => {
    if (!editor) return
    const { store } = editor
    let loadedVersion = store.get().settingsVersion
    let unmounted = false
    /** How many loads were begun: the answer to an earlier one may be from before the last change. */
    let loads = 0
    const reloadSettings = async () => {
      const load = ++loads
      // without network, the settings are loaded when the scheme is opened again
      const raw = await api.rawCurriculum(slug).catch(() => null)
      if (!raw || unmounted || load !== loads) return
      store.setGrades(raw.grades)
      void queries.invalidateQueries({ queryKey: ['scheme-videos', slug] })
      setEditor({ ...editor, raw })
    }
    const unsubscribe = store.subscribe(() => {
      const { settingsVersion } = store.get()
      if (settingsVersion !== loadedVersion) void reloadSettings()
      loadedVersion = settingsVersion
    })
    return () => {
      unmounted = true
      unsubscribe()
    }
  }, [editor, api, queries, slug])

  useStreamEvents((event) => {
    // a scheme or copy that is no more changes no more
    if (removed) return
    // `hello` says that the stream was opened, perhaps after a break in which events were missed
    if (event.type === 'hello') {
      store?.refresh()
      void queries.invalidateQueries({ queryKey: copyStateKey(slug) })
    }
    if (event.type !== 'scheme-changed' && event.type !== 'working-copy-changed') return
    if (event.slug !== slug) return
    if (event.type === 'working-copy-changed') void queries.invalidateQueries({ queryKey: copyStateKey(slug) })
    // the tree of a copy changes with either, and its revision is not that of the scheme
    if (copy !== null) store?.refresh()
    else if (event.type === 'scheme-changed') store?.noteRevision(event.revision)
  })

  const missing = removed || isMissing(loaded.error) || isEnded(loaded.error)
  if (editor && !removed) return <EditorView raw={editor.raw} copy={copy} store={editor.store} />
  if (missing && ended !== undefined) return ended
  if (missing || loaded.isError) return <NoEditor error={missing ? null : loaded.error} retry={loaded.refetch} />
  return <OpeningEditor />
}

/** Says that a scheme could not be opened, or, without an error, that there is none. */
function NoEditor({ error, retry }: { error: Error | null; retry: () => unknown }) {
  const { t } = useTranslation()
  return (
    <Page title={t('author.schemes.title')}>
      {error === null || isMissing(error) ? (
        <SchemeMissing />
      ) : (
        <Alert
          kind="bad"
          end={
            <Button size="small" onClick={() => void retry()}>
              {t('author.again')}
            </Button>
          }
        >
          <p role="alert">{t('author.openFailed')}</p>
        </Alert>
      )}
    </Page>
  )
}

function OpeningEditor() {
  const { t } = useTranslation()
  // uneven, like the titles of a tree
  const skeletonWidths = useMemo(() => [8, 6, 7, 5, 7, 6, 8, 5].map((width) => `${width * 1.6}rem`), [])
  return (
    <Page title={t('author.schemes.title')} className="editor opening">
      <output className="sr">{t('shell.loading')}</output>
      <div className="stack in" aria-busy="true">
        {skeletonWidths.map((width, index) => (
          <Skeleton key={index} width={width} height="1.5rem" />
        ))}
      </div>
    </Page>
  )
}
