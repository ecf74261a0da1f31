import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { ListLayout, Tree, Virtualizer, type Key, type Selection } from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useEditor, useView } from '../editor-context.ts'
import { addEdit } from './new-nodes.ts'
import { ancestorsOf, positionAfter, usualChildKind, positionForNew, type TreePosition } from './tree-position.ts'
import { DRAFT_ID, rowCache, type Draft, type Row } from './rows.ts'
import { actionOf, type KeyPress } from './tree-keys.ts'
import { TreeBar } from './tree-bar.tsx'
import { TreeContext, type TreeParts } from './tree-context.ts'
import { TreeRow } from './tree-row.tsx'
import { useRowSize } from './use-row-size.ts'
import { useTreeDrag } from './use-tree-drag.tsx'
import { useTreeFocus } from './use-tree-focus.ts'
import { useTreeCommands } from './use-tree-commands.ts'

const FIRST_ROWS = 4

const NOTHING: ReadonlySet<string> = new Set()

interface TreePaneProps {
  openId: string | null
  /** Changes when the keyboard should go to the open node. */
  focusAsked: number
  /** Moves on to the open node's pane. */
  onEnter: () => void
}

/** Drawn anew only for what it shows itself: its rows are many. */
export const TreePane = memo(function TreePane({ openId, focusAsked, onEnter }: TreePaneProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { raw, store, edit, open, explain, titleOf, nodeTitle } = editor
  const { tree } = useView()
  const rowSize = useRowSize()
  const pane = useRef<HTMLElement>(null)
  const { onState, noteFocus, focusRow, focused } = useTreeFocus(pane, tree)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set(openId === null ? [] : [...ancestorsOf(tree, openId).map((node) => node.id), openId]),
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(openId === null ? [] : [openId]))
  const [draft, setDraft] = useState<Draft | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)

  // what went away, by this author or another, is neither chosen nor open any more
  const chosen = useMemo(() => {
    const left = [...selected].filter((id) => tree.nodes.has(id))
    // the set itself knows from where Shift goes on choosing
    return left.length === selected.size ? selected : new Set(left)
  }, [selected, tree])

  const reveal = useCallback(
    (id: string) =>
      setExpanded((now) => {
        const way = ancestorsOf(store.get().tree, id).map((node) => node.id)
        return way.every((one) => now.has(one)) ? now : new Set([...now, ...way])
      }),
    [store],
  )

  const toggle = useCallback(
    (id: string) => {
      setExpanded((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
      focusRow(id)
    },
    [focusRow],
  )

  const { dragging, refusalOf, refusedOver, dragAndDropHooks, dragOver } = useTreeDrag(reveal)

  // another part of the page opened a node: the tree follows
  const [followed, setFollowed] = useState({ openId, focusAsked })
  if (followed.openId !== openId || followed.focusAsked !== focusAsked) {
    setFollowed({ openId, focusAsked })
    if (openId !== null && !selected.has(openId)) setSelected(new Set([openId]))
    if (openId !== null) reveal(openId)
  }
  useEffect(() => {
    if (focusAsked > 0 && openId !== null) focusRow(openId)
  }, [focusAsked, openId, focusRow])

  const [rowsOf] = useState(rowCache)
  const rows = useMemo(() => rowsOf(tree, expanded, draft), [rowsOf, tree, expanded, draft])
  // rows are what opening a tree takes longest for: the first ones are seen while the others and the bar are made
  const whole = useDeferredValue(true, openId !== null)
  const shown = useMemo(() => (whole ? rows.roots : rows.roots.slice(0, FIRST_ROWS)), [rows, whole])

  /** Where the keyboard is; the open node otherwise. */
  const at = () => tree.nodes.get(focused() ?? '') ?? tree.nodes.get(openId ?? '') ?? null
  const targets = () => (chosen.size > 0 ? chosen : new Set([at()?.id ?? '']))

  const { clip, dropClip, take, paste, remove, move, convert } = useTreeCommands({
    at,
    targets,
    reveal,
    expand: (id) => setExpanded((now) => new Set([...now, id])),
    select: (ids) => setSelected(new Set(ids)),
    focusRow,
  })

  const startDraft = (kind: NodeKind, position: TreePosition) => {
    const { parentId } = position
    if (parentId !== null) {
      reveal(parentId)
      setExpanded((now) => new Set([...now, parentId]))
    }
    setRenaming(null)
    setDraft({ kind, position })
  }
  const add = (kind: NodeKind) => startDraft(kind, positionForNew(tree, at(), kind))
  const addAfter = () => {
    const node = at()
    if (node) startDraft(node.t, positionAfter(tree, node))
    else startDraft('l', { parentId: null, before: null })
  }
  const addInside = () => {
    const node = at()
    if (!node) startDraft('l', { parentId: null, before: null })
    else if (node.t === 's') explain({ code: 'UNDER_SKILL', id: node.id, ids: [] })
    else startDraft(usualChildKind(tree, node), { parentId: node.id, before: null })
  }
  const named = (row: Row, text: string, byKey: boolean) => {
    const language = editor.languages[0] ?? 'en'
    if (row.node === null) {
      const made = draft && text !== '' ? addEdit(tree, draft.kind, draft.position, text, language) : null
      setDraft(null)
      if (made && edit(made.edit)) {
        setSelected(new Set([made.id]))
        open(made.id)
        if (byKey) focusRow(made.id)
      } else if (byKey) {
        const back = draft?.position.parentId ?? openId
        if (back !== null) focusRow(back)
      }
      return
    }
    setRenaming(null)
    if (text !== '' && text !== nodeTitle(row.node)) {
      // the words that the tree shows are the ones that are changed
      const shownIn = editor.languages.find((one) => row.node?.title[one]?.trim()) ?? language
      edit({ do: 'set', id: row.id, set: { title: { [shownIn]: text } } })
    }
    if (byKey) focusRow(row.id)
  }
  const pressed = (event: KeyPress) => {
    if (event.target instanceof HTMLInputElement) return
    const node = at()
    const inside = node !== null && expanded.has(node.id) ? tree.children.get(node.id)?.[0] : undefined
    const shut = node !== null && inside === undefined
    const up = node?.parentId ?? null
    const act = actionOf(event, {
      move,
      addAfter,
      addInside,
      take,
      paste,
      rename: () => setRenaming(at()?.id ?? null),
      remove,
      convert,
      enter: onEnter,
      // left to itself the tree moves the keyboard alone, and Delete would mean the child that is still chosen
      toParent: shut ? () => up !== null && open(up, true) : null,
      toChild: inside === undefined ? null : () => open(inside, true),
      dropClip: clip ? dropClip : null,
    })
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  // a fresh page has the keyboard on itself: the tree's keys work from there too
  const latest = useRef({ pressed, named })
  useEffect(() => {
    latest.current = { pressed, named }
  })
  useEffect(() => {
    const onPage = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLElement) || (target !== document.body && target.id !== 'main')) return
      const first = openId ?? store.get().tree.children.get(null)?.[0]
      if (event.key === 'ArrowDown' && first !== undefined) {
        event.preventDefault()
        open(first, true)
      } else latest.current.pressed(event)
    }
    document.addEventListener('keydown', onPage)
    return () => document.removeEventListener('keydown', onPage)
  }, [openId, store, open])

  const choose = (keys: Selection) => {
    const ids: ReadonlySet<Key> = keys === 'all' ? new Set(rows.all.keys()) : keys
    const next = ids.has(DRAFT_ID) ? new Set([...ids].filter((id) => id !== DRAFT_ID)) : ids
    setSelected(next as ReadonlySet<string>)
    const [only, more] = next
    if (only !== undefined && more === undefined) open(String(only))
  }
  const expand = (keys: Set<Key>) => setExpanded(new Set([...keys].map(String)))

  // every row takes it: one that is the same draws none of them again
  const parts = useMemo(
    (): TreeParts => ({
      t,
      textOf: (row) => (row.node ? nodeTitle(row.node) : t(`author.tree.nameNew.${row.kind}`)),
      openId,
      renaming,
      named: (...name) => latest.current.named(...name),
      toggle,
      cut: clip?.cut ? new Set(clip.ids) : NOTHING,
      dragging,
      refusalOf,
      onState,
    }),
    [t, nodeTitle, openId, renaming, toggle, clip, dragging, refusalOf, onState],
  )

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the tree inside, which is interactive
    <section
      ref={pane}
      className={dragging ? 'tree-pane dragging' : 'tree-pane'}
      aria-label={t('author.tree.title')}
      onKeyDownCapture={pressed}
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
        <TreeContext value={parts}>
          <Virtualizer layout={ListLayout} layoutOptions={{ rowSize, padding: 8 }}>
            <Tree
              aria-label={titleOf('')}
              className="tree-grid"
              items={shown}
              dependencies={[raw]}
              selectionMode="multiple"
              selectionBehavior="replace"
              selectedKeys={chosen}
              onSelectionChange={choose}
              expandedKeys={expanded}
              onExpandedChange={expand}
              dragAndDropHooks={dragAndDropHooks}
            >
              {(row) => <TreeRow row={row} />}
            </Tree>
          </Virtualizer>
        </TreeContext>
      )}
      {whole ? (
        <TreeBar
          chosen={chosen.size}
          refused={refusedOver}
          clip={clip ? clip.ids.length : 0}
          onAdd={add}
          onCut={() => take(true)}
          onCopy={() => take(false)}
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
