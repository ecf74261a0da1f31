// Columns accept drops; keyboards and touch screens use the tiles instead.
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions */
import { Lock } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermGroup } from '#contract/flows/term-board.ts'
import { useMe } from '#web/shell/start/shell-context.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useMeetingTimeText } from '../groups/group-words.ts'
import { useSchemes } from '../club-data.ts'
import type { BoardEntry } from './term-data.ts'

interface ColumnProps {
  group: TermGroup
  /** How many members the group has after all decisions. */
  size: number
  isEmpty: boolean
  /** The day from which the moves take effect, as a text; null when that is today. */
  startDay: string | null
  dragged: BoardEntry | null
  /** Whether the dragged tile may be dropped here. */
  mayDrop: boolean
  /** Whether the dragged tile is over the column. */
  isOver: boolean
  onOver: () => void
  onLeave: () => void
  onDrop: (event: DragEvent) => void
  /** The tiles of the column. */
  children: ReactNode
}

/** The column of one group on the board, onto which tiles can be dropped. */
export function TermColumn({
  group,
  size,
  isEmpty,
  startDay,
  dragged,
  mayDrop,
  isOver,
  onOver,
  onLeave,
  onDrop,
  children,
}: ColumnProps) {
  const { t } = useTranslation()
  const meetingTime = useMeetingTimeText()
  const schemes = useSchemes()
  const club = useMe()?.club?.name
  const isFull = group.max_size !== null && size >= group.max_size
  const levels = group.levels.map((id) => schemes.get(group.scheme_slug ?? '')?.nodes.get(id)?.title ?? '')
  return (
    <section
      aria-labelledby={`term-${group.id}`}
      className={classNames(
        'term-col',
        isFull && 'full',
        dragged !== null && (mayDrop ? 'may' : 'no'),
        isOver && mayDrop && 'target',
      )}
      onDragOver={(event) => {
        if (!mayDrop) return
        event.preventDefault()
        onOver()
      }}
      onDragLeave={onLeave}
      onDrop={onDrop}
    >
      <header>
        <div className="split">
          <h2 id={`term-${group.id}`} className="grow">
            {group.name}
          </h2>
          <span className="small mid term-size">
            {isFull ? <Icon icon={Lock} /> : null}{' '}
            {group.max_size === null
              ? t('club.group.count', { count: size })
              : t(isFull ? 'club.term.isFull' : 'club.group.ofPlaces', { count: size, of: group.max_size })}
          </span>
        </div>
        <p className="small dim">
          {[...levels, meetingTime(group), group.over ? t('club.term.over') : ''].filter(Boolean).join(' · ')}
        </p>
        <p className="on-paper-only small">
          {[club, t('club.term.title'), startDay === null ? '' : t('club.group.from', { day: startDay })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      {isOver && mayDrop ? (
        <p className="term-slot">
          {/* `size` already counts a member whom the draft moves here */}
          {dragged?.group.id === group.id
            ? t('club.term.dropStays')
            : t('club.term.drop', { place: size + (dragged?.decision?.to_group_id === group.id ? 0 : 1) })}
        </p>
      ) : null}
      <ul>{children}</ul>
      {isEmpty ? <p className="small dim">{t('club.term.nobody')}</p> : null}
    </section>
  )
}
