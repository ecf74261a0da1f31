import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ListLayout, Tree, Virtualizer, type Key, type Selection } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { useEditor, useEditorSnapshot } from '../editor-context.ts'
import type { Person } from '../presence.ts'
import { addEdit } from './new-nodes.ts'
import { ancestorsOf, positionAfter, defaultChildKind, positionForNew, type TreePosition } from './tree-position.ts'
import { DRAFT_ID, rowCache, type Draft, type Row } from './rows.ts'
import { actionOf, isPage, type KeyPress } from './tree-keys.ts'
import { TreeBar } from './tree-bar.tsx'
import { TreeContext, type TreeRowContext } from './tree-context.ts'
import { TreeRow } from './tree-row.tsx'
import { useRowSize } from './use-row-size.ts'
import { useTreeDrag } from './use-tree-drag.tsx'
import { useTreeFocus } from './use-tree-focus.ts'
import { useTreeCommands } from './use-tree-commands.ts'

/** How many top rows are drawn first when a scheme is opened. */
const FIRST_ROWS = 4

const NO_IDS: ReadonlySet<string> = new Set()

/** A request to move the focus to the row of a node as soon as it is open. */
export interface FocusRequest {
  id: string
}

interface TreePaneProps {
  openId: string | null
  /** The other authors who have the scheme open. */
  people: readonly Person[]
  focusRequest: FocusRequest | null
  /** Moves the focus to the open node's pane. */
  onEnter: () => void
}

/** The tree of the scheme with its toolbar. Memoized, because rendering many rows is slow. */
export const TreePane = memo(function TreePane({ openId, people, focusRequest, onEnter }: TreePaneProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { raw, store, edit, editText, open, explain, titleOf, nodeTitle } = editor
  const { tree } = useEditorSnapshot()
  const rowSize = useRowSize()
  const pane = useRef<HTMLElement>(null)
  const { onState, noteFocus, focusRow, focusedId } = useTreeFocus(pane, tree)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set(openId === null ? [] : [...ancestorsOf(tree, openId).map((node) => node.id), openId]),
  )
  const [selection, setSelection] = useState<ReadonlySet<string>>(() => new Set(openId === null ? [] : [openId]))
  const [draft, setDraft] = useState<Draft | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)

  // nodes that were removed, by this author or another, are not selected any more
  const selected = useMemo(() => {
    const existing = [...selection].filter((id) => tree.nodes.has(id))
    // React Aria's own set must stay the same object: it knows from which row Shift extends the selection
    return existing.length === selection.size ? selection : new Set(existing)
  }, [selection, tree])

  /** Expands the ancestors of a node. */
  const reveal = useCallback(
    (id: string) =>
      setExpanded((ids) => {
        const ancestors = ancestorsOf(store.get().tree, id).map((node) => node.id)
        return ancestors.every((ancestor) => ids.has(ancestor)) ? ids : new Set([...ids, ...ancestors])
      }),
    [store],
  )

  const toggle = useCallback(
    (id: string) => {
      setExpanded((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]))
      focusRow(id)
    },
    [focusRow],
  )

  const { dragging, refusalOf, refusedOver, dragAndDropHooks, dragOver } = useTreeDrag(reveal)

  // when another part of the page opens a node, the tree selects and reveals it; the state is set while rendering,
  // because an effect would first draw the old selection
  const [lastRequest, setLastRequest] = useState({ openId, focusRequest })
  if (lastRequest.openId !== openId || lastRequest.focusRequest !== focusRequest) {
    setLastRequest({ openId, focusRequest })
    if (openId !== null && !selection.has(openId)) setSelection(new Set([openId]))
    if (openId !== null) reveal(openId)
  }
  // the node opens after the request; once it is open, the focus is moved only once, because the author may go on with it
  const done = useRef<FocusRequest | null>(null)
  useEffect(() => {
    if (focusRequest === null || focusRequest === done.current || focusRequest.id !== openId) return
    done.current = focusRequest
    focusRow(focusRequest.id)
  }, [focusRequest, openId, focusRow])

  const [rowsOf] = useState(rowCache)
  const rows = useMemo(() => rowsOf(tree, expanded, draft), [rowsOf, tree, expanded, draft])
  // rows are the slowest part of opening a tree, so the first ones are drawn before the others and the toolbar; with an
  // open node, all are drawn at once
  const drawAll = useDeferredValue(true, openId !== null)
  const shownRows = useMemo(() => (drawAll ? rows.roots : rows.roots.slice(0, FIRST_ROWS)), [rows, drawAll])

  /** The focused node, else the open one. */
  const focusedNode = () => tree.nodes.get(focusedId() ?? '') ?? tree.nodes.get(openId ?? '') ?? null
  /** Ids of the selected nodes, else of the focused one; '' is no node's id. */
  const targetIds = () => (selected.size > 0 ? selected : new Set([focusedNode()?.id ?? '']))

  const { clip, clearClip, copy, cut, paste, remove, move, convert } = useTreeCommands({
    focusedNode,
    targetIds,
    reveal,
    expand: (id) => setExpanded((ids) => new Set([...ids, id])),
    select: (ids) => setSelection(new Set(ids)),
    focusRow,
  })

  /** Shows a row in which the name of a new node is typed. */
  const startDraft = (kind: NodeKind, position: TreePosition) => {
    const { parentId } = position
    if (parentId !== null) {
      reveal(parentId)
      setExpanded((ids) => new Set([...ids, parentId]))
    }
    setRenaming(null)
    setDraft({ kind, position })
  }
  const add = (kind: NodeKind) => startDraft(kind, positionForNew(tree, focusedNode(), kind))
  const addAfter = () => {
    const node = focusedNode()
    if (node) startDraft(node.t, positionAfter(tree, node))
    else startDraft('l', { parentId: null, before: null })
  }
  const addInside = () => {
    const node = focusedNode()
    if (!node) startDraft('l', { parentId: null, before: null })
    else if (node.t === 's') explain({ code: 'UNDER_SKILL', id: node.id, ids: [] })
    else startDraft(defaultChildKind(tree, node), { parentId: node.id, before: null })
  }
  const endNaming = (row: Row, text: string, seen: string, byKey: boolean) => {
    const language = editor.languages[0] ?? 'en'
    // a new node: `text` is empty when it was cancelled
    if (row.node === null) {
      const added = draft && text !== '' ? addEdit(tree, draft.kind, draft.position, text, language) : null
      setDraft(null)
      if (added && edit(added.edit)) {
        setSelection(new Set([added.id]))
        open(added.id)
        if (byKey) focusRow(added.id)
      } else if (byKey) {
        const focusId = draft?.position.parentId ?? openId
        if (focusId !== null) focusRow(focusId)
      }
      return
    }
    setRenaming(null)
    if (text !== '' && text !== seen) {
      // changes the title in the language in which the tree shows it
      const titleLanguage = editor.languages.find((candidate) => row.node?.title[candidate]?.trim()) ?? language
      editText({ do: 'set', id: row.id, set: { title: { [titleLanguage]: text } } }, seen)
    }
    if (byKey) focusRow(row.id)
  }
  const onKeyDown = (event: KeyPress) => {
    if (event.target instanceof HTMLInputElement) return
    const node = focusedNode()
    const firstChild = node !== null && expanded.has(node.id) ? tree.children.get(node.id)?.[0] : undefined
    const collapsed = node !== null && firstChild === undefined
    const parentId = node?.parentId ?? null
    const action = actionOf(event, {
      move,
      addAfter,
      addInside,
      copy,
      cut,
      paste,
      rename: () => setRenaming(focusedNode()?.id ?? null),
      remove,
      convert,
      enter: onEnter,
      // React Aria would move only the focus, and Delete would then remove the child that is still selected
      toParent: collapsed ? () => parentId !== null && open(parentId, true) : null,
      toChild: firstChild === undefined ? null : () => open(firstChild, true),
      clearClip: clip ? clearClip : null,
    })
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }

  // on a page that was just opened nothing has the focus, so the tree's keys also work from the page itself
  usePageKeys((event) => {
    if (!isPage(event.target)) return
    const firstId = openId ?? tree.children.get(null)?.[0]
    if (event.key === 'ArrowDown' && firstId !== undefined) {
      event.preventDefault()
      open(firstId, true)
    } else onKeyDown(event)
  })
  const latestEndNaming = useRef(endNaming)
  useEffect(() => {
    latestEndNaming.current = endNaming
  })

  /** Takes over React Aria's selection (`all` after Ctrl A) without the draft, and opens a node that is selected alone. */
  const changeSelection = (keys: Selection) => {
    const ids: ReadonlySet<Key> = keys === 'all' ? new Set(rows.all.keys()) : keys
    const next = ids.has(DRAFT_ID) ? new Set([...ids].filter((id) => id !== DRAFT_ID)) : ids
    // the keys are row ids
    setSelection(next as ReadonlySet<string>)
    const [first, second] = next
    if (first !== undefined && second === undefined) open(String(first))
  }
  const changeExpanded = (keys: Set<Key>) => setExpanded(new Set([...keys].map(String)))

  // memoized, because a new object would render every row again
  const rowContext = useMemo(
    (): TreeRowContext => ({
      t,
      labelOf: (row) => (row.node ? nodeTitle(row.node) : t(`author.tree.nameNew.${row.kind}`)),
      openId,
      renaming,
      peopleAt: Map.groupBy(people, ({ node }) => node ?? ''),
      endNaming: (...args) => latestEndNaming.current(...args),
      setDraftKind: (kind) => setDraft((current) => current && { ...current, kind }),
      toggle,
      cut: clip?.cut ? new Set(clip.ids) : NO_IDS,
      dragging,
      refusalOf,
      onState,
    }),
    [t, nodeTitle, openId, people, renaming, toggle, clip, dragging, refusalOf, onState],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles the keys of the tree inside, which is interactive
    <section
      ref={pane}
      className={dragging ? 'tree-pane dragging' : 'tree-pane'}
      aria-label={t('author.tree.title')}
      onKeyDownCapture={onKeyDown}
      onFocusCapture={noteFocus}
      onDragOverCapture={dragOver}
    >
      {rows.roots.length === 0 ? (
        <Empty
          title={t('author.tree.empty')}
          action={
            <Button kind="main" onClick={addAfter}>
              {t('author.node.begin')}
            </Button>
          }
        >
          {t('author.tree.emptyText')}
        </Empty>
      ) : (
        <TreeContext value={rowContext}>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowSize, padding: 8 }}>
            <Tree
              aria-label={titleOf('')}
              className="tree-grid"
              items={shownRows}
              dependencies={[raw]}
              selectionMode="multiple"
              selectionBehavior="replace"
              selectedKeys={selected}
              onSelectionChange={changeSelection}
              expandedKeys={expanded}
              onExpandedChange={changeExpanded}
              dragAndDropHooks={dragAndDropHooks}
            >
              {(row) => <TreeRow row={row} />}
            </Tree>
          </Virtualizer>
        </TreeContext>
      )}
      {drawAll ? (
        <TreeBar
          selectedCount={selected.size}
          refusal={refusedOver}
          clipCount={clip ? clip.ids.length : 0}
          onAdd={add}
          onCut={cut}
          onCopy={copy}
          onPaste={paste}
          onDelete={remove}
          openId={openId}
        />
      ) : (
        <div className="tree-bar" />
      )}
    </section>
  )
})
