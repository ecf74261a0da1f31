import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AuthorNode } from '#domain/curriculum/tree.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { useEditor, useView } from '../editor-context.ts'
import { copyEdits } from './new-nodes.ts'
import {
  positionAfter,
  focusAfterRemoval,
  moveByOne,
  rootsOf,
  isAtPosition,
  type Direction,
  type TreePosition,
} from './tree-position.ts'

/** What was copied or cut, to be pasted here. */
interface Clip {
  ids: readonly string[]
  cut: boolean
}

interface Hands {
  /** Where the keyboard is. */
  at: () => AuthorNode | null
  targets: () => ReadonlySet<string>
  reveal: (id: string) => void
  expand: (id: string) => void
  select: (ids: readonly string[]) => void
  focusRow: (id: string) => void
}

/** What keys and buttons do to the chosen nodes: cut, copy, paste, delete, convert and move by one. */
export function useTreeCommands({ at, targets, reveal, expand, select, focusRow }: Hands) {
  const { t } = useTranslation()
  const { alerts } = useShell()
  const { edit, explain, open, languages } = useEditor()
  const { tree } = useView()
  const [clip, setClip] = useState<Clip | null>(null)

  const remove = () => {
    const ids = rootsOf(tree, targets())
    const [first] = ids
    if (first === undefined) return
    const next = focusAfterRemoval(tree, first, (id) => !ids.includes(id))
    if (!edit({ do: 'remove', ids })) return
    select([])
    open(next)
    if (next !== null) {
      select([next])
      focusRow(next)
    }
  }
  const convert = () => {
    const nodes = [...targets()].flatMap((id) => tree.nodes.get(id) ?? [])
    const above = nodes.filter((node) => node.t !== 's')
    const [first] = nodes
    if (!first) return
    if (above.length === 0) return explain({ code: 'KIND_NOT_ALLOWED', id: first.id, ids: [] })
    const to = above[0]?.t === 'l' ? 'sg' : 'l'
    const others = above.filter((node) => node.t !== to)
    edit(
      others.map(({ id }) => ({ do: 'set', id, set: { t: to } })),
      () => alerts.show(t(`author.tree.converted.${to}`, { count: others.length }), 'done'),
    )
  }
  const take = (cut: boolean) => {
    const ids = rootsOf(tree, targets())
    if (ids.length > 0) setClip({ ids, cut })
  }
  const paste = () => {
    if (!clip) return undefined
    const node = at()
    const position: TreePosition =
      node === null
        ? { parentId: null, before: null }
        : node.t === 's' || clip.ids.some((id) => tree.nodes.get(id)?.t === 'l' && node.t === 'l')
          ? positionAfter(tree, node)
          : { parentId: node.id, before: null }
    const ids = clip.ids.filter((id) => tree.nodes.has(id))
    if (clip.cut && isAtPosition(tree, ids, position)) return setClip(null)
    const made = clip.cut
      ? { ids, edits: [{ do: 'move' as const, ids, ...position }] }
      : copyEdits(tree, ids, position, languages)
    if (ids.length === 0 || !edit(made.edits)) return undefined
    if (clip.cut) setClip(null)
    const { parentId } = position
    if (parentId !== null) expand(parentId)
    const [first] = made.ids
    select(made.ids)
    if (first !== undefined) {
      open(first)
      focusRow(first)
    }
    return undefined
  }
  const move = (direction: Direction) => {
    const moved = moveByOne(tree, targets(), direction)
    const focused = at()
    if (!moved || !edit(moved)) return
    if (focused) {
      reveal(focused.id)
      focusRow(focused.id)
    }
  }

  return { clip, dropClip: () => setClip(null), take, paste, remove, move, convert }
}
