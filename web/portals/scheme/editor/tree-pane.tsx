import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import {
  ListLayout,
  Tree,
  Virtualizer,
  useDragAndDrop,
  type Key,
  type Selection,
  type TreeState,
} from 'react-aria-components'
import { useTranslation } from 'react-i18next'
import type { RefusalCode } from '#domain/tree.ts'
import type { NodeKind } from '#domain/scheme.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useEditor, useView } from './editor-context.ts'
import { addEdit, copyEdits } from './new-nodes.ts'
import {
  above,
  after,
  dropRefusal,
  kindInside,
  nudge,
  placeFor,
  rootsOf,
  type Direction,
  type Place,
} from './places.ts'
import { DRAFT_ID, rowCache, type Draft, type Row } from './rows.ts'
import { TreeBar } from './tree-bar.tsx'
import { TreeContext } from './tree-context.ts'
import { TreeRow } from './tree-row.tsx'

const NODE_TYPE = 'rungs-node'
const NOTHING: ReadonlySet<string> = new Set()

/** What was copied or cut, to be pasted here. */
interface Clip {
  ids: readonly string[]
  cut: boolean
}

/** What React's and the browser's own key events have in common. */
type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'preventDefault' | 'stopPropagation'
> & { target: EventTarget | null }

interface TreePaneProps {
  openId: string | null
  /** Changes when the keyboard should go to the open node. */
  focusAsked: number
  /** Moves on to the open node's pane. */
  onEnter: () => void
}

/** Rows are as high as the density says; fingers need more. */
function useRowSize(): number {
  const [coarse, setCoarse] = useState(() => matchMedia('(pointer: coarse)').matches)
  useEffect(() => {
    const query = matchMedia('(pointer: coarse)')
    const change = () => setCoarse(query.matches)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [])
  return coarse ? 44 : 32
}

export function TreePane({ openId, focusAsked, onEnter }: TreePaneProps) {
  const { t } = useTranslation()
  const editor = useEditor()
  const { raw, store, edit, open, explain, titleOf, nodeTitle } = editor
  const view = useView()
  const { tree } = view
  const rowSize = useRowSize()
  const handle = useRef<TreeState<unknown> | null>(null)
  const pane = useRef<HTMLElement>(null)
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(
    () => new Set(openId === null ? [] : [...above(tree, openId).map((node) => node.id), openId]),
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(openId === null ? [] : [openId]))
  const [draft, setDraft] = useState<Draft | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [clip, setClip] = useState<Clip | null>(null)
  const [dragging, setDragging] = useState<ReadonlySet<string> | null>(null)
  const [refusedOver, setRefusedOver] = useState<RefusalCode | null>(null)

  // what went away, by this author or another, is neither chosen nor open any more
  const chosen = useMemo(() => new Set([...selected].filter((id) => tree.nodes.has(id))), [selected, tree])

  const onState = useCallback((state: TreeState<unknown> | null) => {
    handle.current = state
  }, [])
  const focusRow = useCallback((id: string) => {
    setTimeout(() => {
      const state = handle.current
      if (!state?.collection.getItem(id)) return
      state.selectionManager.setFocused(true)
      state.selectionManager.setFocusedKey(id)
      // a row that was drawn anew at another place has lost the focus without its key having changed
      requestAnimationFrame(() => {
        const row = pane.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(id)}"]`)
        const active = document.activeElement
        const naming = active instanceof HTMLInputElement && pane.current?.contains(active)
        if (row && !row.contains(active) && !naming) row.focus()
      })
    })
  }, [])
  const reveal = useCallback(
    (id: string) =>
      setExpanded((now) => {
        const way = above(store.get().tree, id).map((node) => node.id)
        return way.every((one) => now.has(one)) ? now : new Set([...now, ...way])
      }),
    [store],
  )

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

  /** Where the keyboard is; the open node otherwise. */
  const at = () => {
    const focused = handle.current?.selectionManager.focusedKey
    return tree.nodes.get(typeof focused === 'string' ? focused : '') ?? tree.nodes.get(openId ?? '') ?? null
  }
  const targets = () => (chosen.size > 0 ? chosen : new Set([at()?.id ?? '']))

  const startDraft = (kind: NodeKind, place: Place) => {
    const { parentId } = place
    if (parentId !== null) {
      reveal(parentId)
      setExpanded((now) => new Set([...now, parentId]))
    }
    setRenaming(null)
    setDraft({ kind, place })
  }
  const add = (kind: NodeKind) => startDraft(kind, placeFor(tree, at(), kind))
  const addAfter = () => {
    const node = at()
    if (node) startDraft(node.t, after(tree, node))
    else startDraft('l', { parentId: null, before: null })
  }
  const addInside = () => {
    const node = at()
    if (!node) startDraft('l', { parentId: null, before: null })
    else if (node.t === 's') explain({ code: 'UNDER_SKILL', id: node.id, ids: [] })
    else startDraft(kindInside(tree, node), { parentId: node.id, before: null })
  }
  const named = (row: Row, text: string, byKey: boolean) => {
    const language = editor.languages[0] ?? 'en'
    if (row.node === null) {
      const made = draft && text !== '' ? addEdit(tree, draft.kind, draft.place, text, language) : null
      setDraft(null)
      if (made && edit(made.edit)) {
        setSelected(new Set([made.id]))
        open(made.id)
        if (byKey) focusRow(made.id)
      } else if (byKey) {
        const back = draft?.place.parentId ?? openId
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
  const remove = () => {
    const ids = rootsOf(tree, targets())
    const [first] = ids
    const node = tree.nodes.get(first ?? '')
    if (!node || first === undefined) return
    const siblings = tree.children.get(node.parentId) ?? []
    const place = siblings.indexOf(first)
    const next = siblings.slice(place).find((id) => !ids.includes(id)) ?? siblings[place - 1] ?? node.parentId
    if (!edit({ do: 'remove', ids })) return
    setSelected(NOTHING)
    open(next)
    if (next !== null) {
      setSelected(new Set([next]))
      focusRow(next)
    }
  }
  const take = (cut: boolean) => {
    const ids = rootsOf(tree, targets())
    if (ids.length > 0) setClip({ ids, cut })
  }
  const paste = () => {
    if (!clip) return
    const node = at()
    const place: Place =
      node === null
        ? { parentId: null, before: null }
        : node.t === 's' || clip.ids.some((id) => tree.nodes.get(id)?.t === 'l' && node.t === 'l')
          ? after(tree, node)
          : { parentId: node.id, before: null }
    const ids = clip.ids.filter((id) => tree.nodes.has(id))
    const made = clip.cut
      ? { ids, edits: [{ do: 'move' as const, ids, ...place }] }
      : copyEdits(tree, ids, place, editor.languages)
    if (ids.length === 0 || !edit(...made.edits)) return
    if (clip.cut) setClip(null)
    const { parentId } = place
    if (parentId !== null) setExpanded((now) => new Set([...now, parentId]))
    const [first] = made.ids
    setSelected(new Set(made.ids))
    if (first !== undefined) {
      open(first)
      focusRow(first)
    }
  }
  const move = (direction: Direction) => {
    const step = nudge(tree, targets(), direction)
    const focused = at()
    if (!step || !edit(step)) return
    if (focused) {
      reveal(focused.id)
      focusRow(focused.id)
    }
  }

  const pressed = (event: KeyPress) => {
    if (event.target instanceof HTMLInputElement) return
    const ctrl = event.ctrlKey || event.metaKey
    const act = (() => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (event.altKey && !ctrl) {
        if (key === 'ArrowUp') return () => move('up')
        if (key === 'ArrowDown') return () => move('down')
        if (key === 'ArrowRight') return () => move('in')
        if (key === 'ArrowLeft') return () => move('out')
        return null
      }
      if (ctrl && key === 'Enter') return event.shiftKey ? addInside : addAfter
      if (ctrl && key === 'c') return () => take(false)
      if (ctrl && key === 'x') return () => take(true)
      if (ctrl && key === 'v') return paste
      if (ctrl) return null
      if (key === 'Insert') return addAfter
      if (key === 'F2') return () => setRenaming(at()?.id ?? null)
      if (key === 'Delete') return remove
      if (key === 'Enter' && event.target instanceof HTMLElement && event.target.role === 'row') return onEnter
      if (key === 'Escape' && clip) return () => setClip(null)
      return null
    })()
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  // a fresh page has the keyboard on itself: the tree's keys work from there too
  const latest = useRef(pressed)
  useEffect(() => {
    latest.current = pressed
  })
  useEffect(() => {
    const onPage = (event: globalThis.KeyboardEvent) => {
      const { target } = event
      if (!(target instanceof HTMLElement) || (target !== document.body && target.id !== 'main')) return
      const first = openId ?? store.get().tree.children.get(null)?.[0]
      if (event.key === 'ArrowDown' && first !== undefined) {
        event.preventDefault()
        focusRow(first)
      } else latest.current(event)
    }
    document.addEventListener('keydown', onPage)
    return () => document.removeEventListener('keydown', onPage)
  }, [openId, store, focusRow])

  /** Why neither into a node nor beside it can be dropped. */
  const refusalOf = (id: string): RefusalCode | null => {
    const node = tree.nodes.get(id)
    if (!dragging || !node) return null
    const beside = dropRefusal(tree, dragging, node.parentId)
    return dropRefusal(tree, dragging, id) && beside
  }
  const { dragAndDropHooks } = useDragAndDrop<Row>({
    getItems: (keys) => [...keys].map((key) => ({ [NODE_TYPE]: String(key), 'text/plain': titleOf(String(key)) })),
    acceptedDragTypes: [NODE_TYPE],
    onDragStart: ({ keys }) => setDragging(new Set([...keys].map(String))),
    onDragEnd: () => {
      setDragging(null)
      setRefusedOver(null)
    },
    getDropOperation: (target) => {
      if (target.type === 'root') return 'move'
      const node = tree.nodes.get(String(target.key))
      if (!node) return 'cancel'
      const home = target.dropPosition === 'on' ? node.id : node.parentId
      return dropRefusal(tree, dragging ?? NOTHING, home) === null ? 'move' : 'cancel'
    },
    onMove: ({ keys, target }) => {
      const ids = rootsOf(tree, [...keys].map(String))
      const node = tree.nodes.get(String(target.key))
      if (!node || ids.length === 0) return
      const siblings = (tree.children.get(node.parentId) ?? []).filter((id) => id === node.id || !ids.includes(id))
      const next = siblings[siblings.indexOf(node.id) + 1] ?? null
      const place: Place =
        target.dropPosition === 'on'
          ? { parentId: node.id, before: null }
          : { parentId: node.parentId, before: target.dropPosition === 'before' ? node.id : next }
      if (edit({ do: 'move', ids, ...place }) && place.parentId !== null) reveal(ids[0] ?? '')
    },
    renderDragPreview: (items) => (
      <div className="drag-preview">{t('author.tree.dragging', { count: items.length })}</div>
    ),
  })
  const dragOver = (event: DragEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-key]') : null
    const id = row?.getAttribute('data-key') ?? null
    setRefusedOver(id === null ? null : refusalOf(id))
  }

  const choose = (keys: Selection) => {
    const ids = keys === 'all' ? [...rows.all.keys()] : [...keys].map(String)
    const next = new Set(ids.filter((id) => id !== DRAFT_ID))
    setSelected(next)
    const [only, more] = next
    if (only !== undefined && more === undefined) open(only)
  }
  const expand = (keys: Set<Key>) => setExpanded(new Set([...keys].map(String)))

  const parts = {
    textOf: (row: Row) => (row.node ? nodeTitle(row.node) : t(`author.tree.nameNew.${row.kind}`)),
    openId,
    renaming,
    named,
    cut: clip?.cut ? new Set(clip.ids) : NOTHING,
    dragging,
    refusalOf,
    onState,
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the tree inside, which is interactive
    <section
      ref={pane}
      className={dragging ? 'tree-pane dragging' : 'tree-pane'}
      aria-label={t('author.tree.title')}
      onKeyDownCapture={pressed}
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
              items={rows.roots}
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
      <TreeBar
        chosen={chosen.size}
        refused={refusedOver}
        clip={clip ? clip.ids.length : 0}
        onAdd={add}
        onCut={() => take(true)}
        onCopy={() => take(false)}
        onPaste={paste}
        onDelete={remove}
      />
    </section>
  )
}
