import { ChevronRight, EyeOff, Hand, Link2, SkipForward, Star } from 'lucide-react'
import { memo, useEffect, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react'
import { Collection, TreeItem, TreeItemContent, type TreeState } from 'react-aria-components'
import type { NodeKind } from '#domain/curriculum/scheme.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Glyph } from '#web/ui/rungs/glyph.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useEditor } from '../editor-context.ts'
import { PeopleAt } from '../people-here.tsx'
import { nextKind, nodeKinds } from './node-kinds.ts'
import { DRAFT_ID, type Row } from './rows.ts'
import { useTreeRowContext } from './tree-context.ts'

/** A row and, if it is expanded, the rows below it. */
export function TreeRow({ row }: { row: Row }) {
  const { labelOf } = useTreeRowContext()
  const { open } = useEditor()
  // `tree.css` indents rows up to level 13
  return (
    <TreeItem
      id={row.id}
      textValue={labelOf(row)}
      className={({ level }) => classNames('tree-row', `at-${Math.min(level, 13)}`)}
      hasChildItems={row.hasChildren}
      onAction={() => open(row.id)}
    >
      <TreeItemContent>
        {({ state, isExpanded, isDropTarget = false, isDragging = false }) => (
          <>
            <ReportState state={state} />
            <Content row={row} isExpanded={isExpanded} isDropTarget={isDropTarget} isDragging={isDragging} />
          </>
        )}
      </TreeItemContent>
      {row.children.length > 0 ? (
        <Collection items={row.children}>{(child) => <TreeRow row={child} />}</Collection>
      ) : row.hasChildren ? (
        // a placeholder that is never drawn: without a child, React Aria does not let a collapsed row be expanded
        <TreeItem id={`${row.id}//`} textValue="">
          {null}
        </TreeItem>
      ) : null}
    </TreeItem>
  )
}

/** Passes React Aria's state of the tree on to the pane. */
function ReportState({ state }: { state: TreeState<unknown> }) {
  const { onState } = useTreeRowContext()
  useEffect(() => onState(state), [onState, state])
  return null
}

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation()

interface ContentProps {
  row: Row
  isExpanded: boolean
  isDropTarget: boolean
  isDragging: boolean
}

/** Memoized, because React Aria renders a row twice when it appears, and every row when the focus moves. */
const Content = memo(function Content({ row, isExpanded, isDropTarget, isDragging }: ContentProps) {
  const context = useTreeRowContext()
  const { t } = context
  const label = context.labelOf(row)
  const isNaming = row.id === DRAFT_ID || context.renaming === row.id
  const refusal = row.node && context.dragging ? context.refusalOf(row.id) : null
  return (
    <div
      className={classNames(
        'tree-cell',
        row.id === context.openId && 'open',
        context.cut.has(row.id) && 'cut',
        isDropTarget && 'drop',
        refusal !== null && 'cant',
        isDragging && 'dragged',
      )}
    >
      {row.hasChildren ? (
        // a press expands the row without selecting it; it needs no tab stop, because the row's arrow keys do the same
        <button
          type="button"
          tabIndex={-1}
          className={isExpanded ? 'chevron turned' : 'chevron'}
          aria-label={t(`author.tree.${isExpanded ? 'collapse' : 'expand'}`, { title: label })}
          onPointerDown={stopPropagation}
          onMouseDown={(event) => {
            stopPropagation(event)
            // the focus stays on the row
            event.preventDefault()
          }}
          onTouchStart={stopPropagation}
          onClick={(event) => {
            stopPropagation(event)
            context.toggle(row.id)
          }}
        >
          <Icon icon={ChevronRight} />
        </button>
      ) : (
        <span className="chevron" />
      )}
      <Glyph kind={row.kind} />
      {isNaming ? (
        <>
          <NameField row={row} />
          {row.node === null ? <KindButtons kind={row.kind} /> : null}
        </>
      ) : (
        <>
          <span className="t">{label}</span>
          {isDropTarget && context.dragging ? (
            <span className="chip done">{t('author.tree.dropHere', { count: context.dragging.size })}</span>
          ) : (
            <>
              <PeopleAt people={context.peopleAt.get(row.id) ?? []} />
              <Facts row={row} />
            </>
          )}
        </>
      )}
    </div>
  )
})

/** A node's flags as icons with labels for screen readers, and its number of skills. */
function Facts({ row: { node, skills } }: { row: Row }) {
  const { t } = useTreeRowContext()
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
      {facts.map((fact) => {
        if (!fact) return null
        const [icon, name] = fact
        const label = t(`author.tree.${name}`)
        return (
          <span key={name} title={label}>
            <Icon icon={icon} />
            <span className="sr">{label}</span>
          </span>
        )
      })}
      {node.t === 's' ? null : (
        <span className="n num">
          {skills}
          <span className="sr"> {t('author.tree.skills', { count: skills })}</span>
        </span>
      )}
    </span>
  )
}

/**
 * The kinds of a new node, of which one is chosen. F4 in the name's field chooses the next, so they need no tab stop; a
 * press leaves the focus in the field, which would end the naming without it.
 */
function KindButtons({ kind }: { kind: NodeKind }) {
  const { t, setDraftKind } = useTreeRowContext()
  return (
    <fieldset className="kinds" aria-label={t('author.tree.kindNew')}>
      {nodeKinds.map((candidate) => (
        <button
          key={candidate}
          type="button"
          tabIndex={-1}
          aria-pressed={candidate === kind}
          aria-label={t(`author.kind.${candidate}`)}
          title={t(`author.kind.${candidate}`)}
          onPointerDown={stopPropagation}
          onMouseDown={(event) => {
            stopPropagation(event)
            event.preventDefault()
          }}
          onTouchStart={stopPropagation}
          onClick={(event) => {
            stopPropagation(event)
            setDraftKind(candidate)
          }}
        >
          <Glyph kind={candidate} />
        </button>
      ))}
      <kbd className="kbd" aria-hidden="true">
        F4
      </kbd>
      <output className="sr">{t(`author.kind.${kind}`)}</output>
    </fieldset>
  )
}

/** Edits the name in the row: Enter saves it, Escape cancels. F4 changes the kind of a new node, Shift F4 the other way. */
function NameField({ row }: { row: Row }) {
  const { t, labelOf, endNaming, setDraftKind } = useTreeRowContext()
  const field = useRef<HTMLInputElement>(null)
  const [seen] = useState(row.node ? labelOf(row) : '')
  const [text, setText] = useState(seen)
  const hasEnded = useRef(false)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  const endOnce = ({ save, byKey }: { save: boolean; byKey: boolean }) => {
    // removing the field from the page blurs it, which must not end the naming twice
    if (hasEnded.current) return
    hasEnded.current = true
    endNaming(row, save ? text.trim() : '', seen, byKey)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // the tree would search for typed letters and move the focus by the arrow keys
    event.stopPropagation()
    if (event.key === 'Enter') endOnce({ save: true, byKey: true })
    if (event.key === 'Escape') endOnce({ save: false, byKey: true })
    if (event.key === 'F4' && row.node === null) {
      event.preventDefault()
      setDraftKind(nextKind(row.kind, event.shiftKey ? -1 : 1))
    }
  }
  return (
    <input
      ref={field}
      className="name-field"
      aria-keyshortcuts={row.node ? undefined : 'F4'}
      aria-label={row.node ? t('author.tree.rename', { title: labelOf(row) }) : t(`author.tree.nameNew.${row.kind}`)}
      placeholder={row.node ? undefined : t(`author.kind.${row.kind}`)}
      value={text}
      maxLength={200}
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onKeyDown={onKeyDown}
      onPointerDown={stopPropagation}
      onMouseDown={stopPropagation}
      onClick={stopPropagation}
      onBlur={() => endOnce({ save: true, byKey: false })}
    />
  )
}
