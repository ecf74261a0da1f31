import { FileUp, Keyboard, Languages, Redo2, Search, Undo2 } from 'lucide-react'
import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import type { RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { HeaderTitle } from '#web/shell/frame/header-slots.tsx'
import { shortLocale } from '#web/shell/i18n/language.ts'
import { Page } from '#web/shell/frame/page.tsx'
import { useShell } from '#web/shell/start/shell-context.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IdleButton } from '#web/ui/form/idle-button.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import { useListedScheme } from '../schemes/use-schemes.ts'
import { PublishDialog } from '../sharing/publish-dialog.tsx'
import { TranslatePane } from '../translation/translate-pane.tsx'
import type { RefusalReason } from './session/optimistic-tree.ts'
import { EditorContext, type Editor } from './editor-context.ts'
import type { EditorStore } from './session/editor-store.ts'
import { ImportIntoDialog } from './dialogs/import-into-dialog.tsx'
import { ImpactGate } from './dialogs/impact-gate.tsx'
import { JumpDialog } from './dialogs/jump-dialog.tsx'
import { NodePane } from './node/node-pane.tsx'
import { PeopleHere } from './people-here.tsx'
import { PreviewPane } from './preview/preview-pane.tsx'
import { RestoreRequest } from './restore-request.tsx'
import { SchemeStateBar } from './scheme-state-bar.tsx'
import { DiscardedBatchesAlert, RefusedDialog } from './refused-dialog.tsx'
import { TextClashes } from './dialogs/text-clashes.tsx'
import { ShortcutsDialog } from './dialogs/shortcuts-dialog.tsx'
import { TreePane, type FocusRequest } from './tree/tree-pane.tsx'
import { usePaneFocus } from './use-pane-focus.ts'
import { usePresence } from './use-presence.ts'
import { CopyBar } from './working-copy/copy-bar.tsx'
import { useEditorKeys } from './use-editor-keys.ts'
import { wordsIn } from './words-in.ts'

/** After this time a closed dialog has given the focus back, if the element that had it still exists. */
const FOCUS_MS = 200

type Pane = 'tree' | 'node' | 'preview'

/** The tree, the open node and its preview; on small screens one or two of them at a time. */
export function EditorView({ raw, copy, store }: { raw: RawCurriculum; copy: string | null; store: EditorStore }) {
  const { t } = useTranslation()
  const { language } = useShell()
  const navigate = useNavigate()
  // the address after the scheme's slug is the id of the open node without its slash
  const { '*': idInAddress = '' } = useParams()
  const snapshot = useSyncExternalStore(store.subscribe, store.get)
  const { otherLanguages, targetLanguage, translateInto } = useTranslationMode(raw, snapshot.tree.source)
  const openId = idInAddress !== '' && snapshot.tree.nodes.has(`/${idInAddress}`) ? `/${idInAddress}` : null
  const [refusal, setRefusal] = useState<RefusalReason | null>(null)
  const [dialog, setDialog] = useState<'jump' | 'shortcuts' | 'publish' | 'import' | null>(null)
  /** The pane that a small screen shows. */
  const [pane, setPane] = useState<Pane>(openId === null ? 'tree' : 'node')
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null)
  const { nodePane, noteOpening, focusTitle, focusPane } = usePaneFocus(openId)

  // the visitor's language first, if the scheme has it
  const languages = useMemo(
    () =>
      [...new Set([shortLocale(language.language), ...raw.languages.map(shortLocale)])].filter((code) =>
        raw.languages.some((locale) => shortLocale(locale) === code),
      ),
    [language, raw],
  )
  const open = useCallback(
    (id: string | null, focus = false) => {
      // the query string stays, because it holds the language of the translation mode
      startTransition(
        () => void navigate({ pathname: `/scheme/${raw.slug}${id ?? ''}`, search: location.search }, { replace: true }),
      )
      noteOpening(id)
      if (focus && id !== null) setFocusRequest({ id })
    },
    [navigate, raw.slug, noteOpening],
  )
  const editor = useMemo((): Editor => {
    const nodeTitle = (node: AuthorNode) => wordsIn(node.title, languages)
    /** Explains a refusal; returns whether there is none. */
    const explainIf = (refused: RefusalReason | null) => {
      if (refused) setRefusal(refused)
      return refused === null
    }
    return {
      raw,
      copy,
      store,
      languages,
      open,
      explain: setRefusal,
      edit: (edits, onSend) => explainIf(store.edit([edits].flat(), onSend)),
      editText: (edit, seen) => explainIf(store.edit([edit], undefined, seen)),
      nodeTitle,
      titleOf: (id) => {
        const { tree } = store.get()
        const node = tree.nodes.get(id) ?? tree.gone.get(id)
        // '' is the scheme itself; an id that the tree does not know is shown as it is
        return node ? nodeTitle(node) : id === '' ? wordsIn(raw.name, languages) : id
      },
    }
  }, [raw, copy, store, languages, open])

  const undoOrRedo = useCallback(
    (direction: 'undo' | 'redo') => {
      const refused = store[direction]()
      if (refused) setRefusal(refused)
    },
    [store],
  )
  useEditorKeys({
    onJump: () => setDialog('jump'),
    onShortcuts: () => setDialog('shortcuts'),
    onUndo: () => undoOrRedo('undo'),
    onRedo: () => undoOrRedo('redo'),
  })
  const focusNodePane = useCallback(() => {
    setPane('node')
    // the tree must not take the focus back when the node opens only now
    setFocusRequest(null)
    focusTitle()
  }, [focusTitle])
  const closeRefused = () => {
    setRefusal(null)
    // if an edit of another dialog was refused, the element that had the focus is gone, so the focus needs a new one
    setTimeout(() => {
      if (document.activeElement === document.body)
        nodePane.current?.querySelector<HTMLElement>('.pick, .title-field')?.focus()
    }, FOCUS_MS)
  }
  // the other panes are drawn after the tree, which the author waits for
  const drawPanes = useDeferredValue(true, false)
  useEffect(() => {
    // the tree may have been loaded some time ago, when its link was hovered
    if (drawPanes) store.refresh()
  }, [drawPanes, store])
  const isSmall = useIsSmall()
  const lastOpenId = useRef(openId)
  useEffect(() => {
    // on a small screen there is no room for both, so opening a node shows its pane instead of the tree
    if (isSmall && openId !== null && openId !== lastOpenId.current) setPane('node')
    lastOpenId.current = openId
  }, [isSmall, openId])

  const name = wordsIn(raw.name, languages)
  const listed = useListedScheme(raw.slug)
  const people = usePresence(raw.slug, openId)
  return (
    <EditorContext value={editor}>
      <HeaderTitle>
        <div className="editor-title">
          <Link to="/overview?list" className="plain">
            {name}
          </Link>
        </div>
      </HeaderTitle>
      <Page title={name} className="editor">
        <h1 className="sr">{name}</h1>
        <div className="editor-bars">
          <SchemeStateBar scheme={listed} />
          <CopyBar state={listed?.state} />
        </div>
        <div className="editor-tools">
          <button type="button" className="input jump" onClick={() => setDialog('jump')}>
            <Icon icon={Search} />
            <span className="grow clip">{t('author.jump.button', { count: snapshot.tree.nodes.size })}</span>
            <span className="kbd" aria-hidden="true">
              Ctrl K
            </span>
          </button>
          <PeopleHere people={people} />
          <IdleButton icon aria-label={t('author.undo')} idle={!snapshot.canUndo} onClick={() => undoOrRedo('undo')}>
            <Icon icon={Undo2} />
          </IdleButton>
          <IdleButton icon aria-label={t('author.redo')} idle={!snapshot.canRedo} onClick={() => undoOrRedo('redo')}>
            <Icon icon={Redo2} />
          </IdleButton>
          <Button kind="bare" icon aria-label={t('author.keys.title')} onClick={() => setDialog('shortcuts')}>
            <Icon icon={Keyboard} />
          </Button>
          {otherLanguages.length > 0 ? (
            <Button
              icon
              aria-label={t('author.translate.mode')}
              aria-pressed={targetLanguage !== null}
              onClick={() => translateInto(targetLanguage === null ? (otherLanguages[0] ?? null) : null)}
            >
              <Icon icon={Languages} />
            </Button>
          ) : null}
          {raw.own && copy === null ? (
            <>
              <Button icon aria-label={t('author.importInto.button')} onClick={() => setDialog('import')}>
                <Icon icon={FileUp} />
              </Button>
              {listed?.state === 'draft' ? null : (
                <Button kind="main" onClick={() => setDialog('publish')}>
                  {t('author.publish.button')}
                </Button>
              )}
            </>
          ) : null}
          {targetLanguage === null ? (
            <div className="which">
              <Segments<Pane>
                label={t('author.panes')}
                value={pane}
                options={(['tree', 'node', 'preview'] as const).map((value) => ({
                  value,
                  label: t(`author.pane.${value}`),
                }))}
                onChange={setPane}
              />
            </div>
          ) : null}
        </div>
        {targetLanguage === null ? (
          <div className="panes" data-pane={pane}>
            <TreePane openId={openId} people={people} focusRequest={focusRequest} onEnter={focusNodePane} />
            {drawPanes ? (
              <>
                <NodePane ref={nodePane} id={openId} onLeave={() => open(openId, true)} onGoTo={focusPane} />
                <PreviewPane id={openId} />
              </>
            ) : null}
          </div>
        ) : (
          <TranslatePane openId={openId} language={targetLanguage} onLanguage={translateInto} />
        )}
      </Page>
      {dialog === 'jump' ? <JumpDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'shortcuts' ? <ShortcutsDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'import' ? <ImportIntoDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'publish' ? (
        <PublishDialog slug={raw.slug} name={name} untilSaved={store.idle} onClose={() => setDialog(null)} />
      ) : null}
      {refusal ? <RefusedDialog refusal={refusal} onClose={closeRefused} /> : null}
      <DiscardedBatchesAlert />
      <TextClashes />
      {drawPanes && copy === null ? <RestoreRequest /> : null}
      <ImpactGate />
    </EditorContext>
  )
}

/** Whether the screen is so small that it shows one pane at a time; `small-screens.css` has the same width. */
function useIsSmall(): boolean {
  const query = useMemo(() => matchMedia('(max-width: 47.99rem)'), [])
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => query.matches,
  )
}

/** The language that the page translates into, which is in its address; null outside the translation mode. */
function useTranslationMode(raw: RawCurriculum, source: string) {
  const [address, setAddress] = useSearchParams()
  const otherLanguages = raw.languages.map(shortLocale).filter((code) => code !== source)
  const requested = address.get('translate')
  const found = otherLanguages.find((code) => code === requested) ?? otherLanguages[0] ?? null
  const translateInto = (code: string | null) => {
    const next = new URLSearchParams(address)
    if (code === null) next.delete('translate')
    else next.set('translate', code)
    setAddress(next, { replace: true })
  }
  return { otherLanguages, targetLanguage: requested === null ? null : found, translateInto }
}
