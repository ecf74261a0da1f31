import { ChevronRight, EyeOff, Hand, Link2, SkipForward, Star } from 'lucide-react'
import { memo, useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { Collection, TreeItem, TreeItemContent, type TreeState } from 'react-aria-components'
import { classNames } from '#web/ui/class-names.ts'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditor } from '../editor-context.ts'
import { DRAFT_ID, type Row } from './rows.ts'
import { useTreeParts } from './tree-context.ts'

/** One row and, where it is open, those below it. */
export function TreeRow({ row }: { row: Row }) {
  const { textOf } = useTreeParts()
  const { open } = useEditor()
  const text = textOf(row)
  return (
    <TreeItem
      id={row.id}
      textValue={text}
      className={({ level }) => classNames('tree-row', `at-${Math.min(level, 13)}`)}
      hasChildItems={row.hasChildren}
      onAction={() => open(row.id)}
    >
      <TreeItemContent>
        {({ state, isExpanded, isDropTarget = false, isDragging = false }) => (
          <>
            <StateOut state={state} />
            <Content row={row} isExpanded={isExpanded} isDropTarget={isDropTarget} isDragging={isDragging} />
          </>
        )}
      </TreeItemContent>
      {row.children.length > 0 ? (
        <Collection items={row.children}>{(child) => <TreeRow row={child} />}</Collection>
      ) : row.hasChildren ? (
        // never drawn: without one below it a closed row neither says that it can be opened nor opens by its key
        <TreeItem id={`${row.id}//`} textValue="">
          {null}
        </TreeItem>
      ) : null}
    </TreeItem>
  )
}

/** Hands the state of the tree out of it. */
function StateOut({ state }: { state: TreeState<unknown> }) {
  const { onState } = useTreeParts()
  useEffect(() => onState(state), [onState, state])
  return null
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

interface ContentProps {
  row: Row
  isExpanded: boolean
  isDropTarget: boolean
  isDragging: boolean
}

/** The library draws a row twice when it appears, and every row when the keyboard moves; what stands in it is the same. */
const Content = memo(function Content({ row, isExpanded, isDropTarget, isDragging }: ContentProps) {
  const tree = useTreeParts()
  const { t } = tree
  const text = tree.textOf(row)
  const naming = row.id === DRAFT_ID || tree.renaming === row.id
  const refusal = row.node && tree.dragging ? tree.refusalOf(row.id) : null
  return (
    <div
      className={classNames(
        'tree-cell',
        row.id === tree.openId && 'open',
        tree.cut.has(row.id) && 'cut',
        isDropTarget && 'drop',
        refusal !== null && 'cant',
        isDragging && 'dragged',
      )}
    >
      {row.hasChildren ? (
        // a press on it is none on the row; keys of the row do the same
        <button
          type="button"
          tabIndex={-1}
          className={isExpanded ? 'chevron turned' : 'chevron'}
          aria-label={t(`author.tree.${isExpanded ? 'collapse' : 'expand'}`, { title: text })}
          onPointerDown={stop}
          onMouseDown={(event) => {
            stop(event)
            // the keyboard stays on rows
            event.preventDefault()
          }}
          onTouchStart={stop}
          onClick={(event) => {
            stop(event)
            tree.toggle(row.id)
          }}
        >
          <Icon of={ChevronRight} />
        </button>
      ) : (
        <span className="chevron" />
      )}
      <Glyph kind={row.kind} />
      {naming ? (
        <NameField row={row} />
      ) : (
        <>
          <span className="t">{text}</span>
          {isDropTarget && tree.dragging ? (
            <span className="chip done">{t('author.tree.dropHere', { count: tree.dragging.size })}</span>
          ) : (
            <Facts row={row} />
          )}
        </>
      )}
    </div>
  )
})

/** What a node is besides its name, as pictures with words for screen readers. */
function Facts({ row: { node, skills } }: { row: Row }) {
  const { t } = useTreeParts()
  if (!node) return null
  const facts = [
    node.origin && ([Link2, 'linked'] as const),
    node.completionType === 'manual' && ([Hand, 'manual'] as const),
    node.starred && ([Star, 'starred'] as const),
    node.hidden && ([EyeOff, 'hidden'] as const),
    node.skipped && ([SkipForward, 'skipped'] as const),
  ]
  return (
    <span className="facts">
      {facts.map((fact) =>
        fact ? (
          <span key={fact[1]} title={t(`author.tree.${fact[1]}`)}>
            <Icon of={fact[0]} />
            <span className="sr">{t(`author.tree.${fact[1]}`)}</span>
          </span>
        ) : null,
      )}
      {node.t === 's' ? null : (
        <span className="n num">
          {skills}
          <span className="sr"> {t('author.tree.skills', { count: skills })}</span>
        </span>
      )}
    </span>
  )
}

/** The name in place: Enter keeps it, Escape leaves it as it was. */
function NameField({ row }: { row: Row }) {
  const { t, textOf, named } = useTreeParts()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(row.node ? textOf(row) : '')
  const over = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const end = (keep: boolean, byKey: boolean) => {
    if (over.current) return
    over.current = true
    named(row, keep ? text.trim() : '', byKey)
  }
  const key = (event: KeyboardEvent) => {
    // the tree would take letters as a search and arrows as steps
    event.stopPropagation()
    if (event.key === 'Enter') end(true, true)
    if (event.key === 'Escape') end(false, true)
  }
  return (
    <input
      ref={field}
      className="name-field"
      aria-label={row.node ? t('author.tree.rename', { title: textOf(row) }) : t(`author.tree.nameNew.${row.kind}`)}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={key}
      onPointerDown={(event) => event.stopPropagation()}
      onMouseDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
      onBlur={() => end(true, false)}
    />
  )
}
