import { CornerDownRight } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermGroup } from '#contract/flows/term-board.ts'
import { sizesAfter } from '#domain/flows/term-board.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useSchemes } from '../club-data.ts'
import {
  moveObstacleOnBoard,
  boardEntryKey,
  groupsFirst,
  type Choice,
  type Decision,
  STAY,
  UNDECIDED,
  type BoardEntry,
} from './term-data.ts'
import { TermColumn } from './term-column.tsx'
import { nextTile } from './term-keys.ts'
import { TermTargetDialog } from './term-target-dialog.tsx'
import { TermTile } from './term-tile.tsx'

interface ColumnsProps {
  columns: readonly { group: TermGroup; entries: readonly BoardEntry[] }[]
  groups: readonly TermGroup[]
  decisions: readonly Decision[]
  /** The day from which the moves take effect, as a text; null when that is today. */
  startDay: string | null
  /** Which of a column's entries are shown, and in which order. */
  shownOf: (entries: readonly BoardEntry[]) => readonly BoardEntry[]
  /** Whether the groups that have entries to show when the board is opened stand before the others. */
  filledFirst: boolean
  onDecide: (entry: BoardEntry, choice: Choice) => void
}

/**
 * The board: a column for each group, a tile for each member. Tiles can be dragged or pressed. Arrow keys move between
 * them; the key M opens the choice of groups, S decides to stay, and Delete removes the decision.
 */
export function TermColumns({ columns, groups, decisions, startDay, shownOf, filledFirst, onDecide }: ColumnsProps) {
  const schemes = useSchemes()
  const [decidingKey, setDecidingKey] = useState<string | null>(null)
  const [dragged, setDragged] = useState<BoardEntry | null>(null)
  const [overId, setOverId] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const sizes = sizesAfter(groups, decisions)
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? ''
  const filledColumns = columns.map((column) => ({ ...column, entries: shownOf(column.entries) }))
  const filledIds = useFilledIds(filledColumns)
  const shownColumns = filledFirst ? groupsFirst(filledColumns, filledIds) : filledColumns
  const tileKeys = shownColumns.flatMap(({ group, entries }) =>
    entries.map(({ member }) => boardEntryKey(group.id, member.uuid)),
  )
  /** The tile that Tab reaches; arrow keys reach the others. */
  const tabStop = focused !== null && tileKeys.includes(focused) ? focused : tileKeys[0]
  const entryToDecide = columns
    .flatMap((column) => column.entries)
    .find((entry) => boardEntryKey(entry.group.id, entry.member.uuid) === decidingKey)

  const onKey = (event: KeyboardEvent, entry: BoardEntry) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'm') setDecidingKey(boardEntryKey(entry.group.id, entry.member.uuid))
    else if (key === 's') onDecide(entry, STAY)
    else if (key === 'delete' || key === 'backspace') onDecide(entry, UNDECIDED)
    else {
      const next = nextTile(event.currentTarget, event.key)
      if (next === null) return
      next.focus()
    }
    event.preventDefault()
  }
  const mayDrop = (target: TermGroup) =>
    dragged !== null &&
    (target.id === dragged.group.id || moveObstacleOnBoard(dragged, target, decisions, sizes) === null)
  const drop = (event: DragEvent, target: TermGroup) => {
    event.preventDefault()
    if (dragged !== null && mayDrop(target)) onDecide(dragged, target.id === dragged.group.id ? STAY : target.id)
    setDragged(null)
    setOverId(null)
  }
  return (
    <>
      <div className="term-board">
        {shownColumns.map(({ group, entries }) => {
          const entering = decisions.filter((decision) => decision.to_group_id === group.id)
          return (
            <TermColumn
              key={group.id}
              group={group}
              size={sizes.get(group.id) ?? 0}
              isEmpty={entries.length + entering.length === 0}
              startDay={startDay}
              dragged={dragged}
              mayDrop={mayDrop(group)}
              isOver={overId === group.id}
              onOver={() => setOverId(group.id)}
              onLeave={() => setOverId((current) => (current === group.id ? null : current))}
              onDrop={(event) => drop(event, group)}
            >
              {entries.map((entry) => {
                const key = boardEntryKey(group.id, entry.member.uuid)
                return (
                  <TermTile
                    key={key}
                    entry={entry}
                    schemes={schemes}
                    targetName={nameOf(entry.decision?.to_group_id ?? '')}
                    isTabStop={key === tabStop}
                    onFocus={() => setFocused(key)}
                    onPress={() => setDecidingKey(key)}
                    onKey={(event) => onKey(event, entry)}
                    onDrag={setDragged}
                  />
                )
              })}
              {entering.map((decision) => (
                <Entering key={decision.member_uuid} member={decision} groupName={nameOf(decision.group_id)} />
              ))}
            </TermColumn>
          )
        })}
      </div>
      {entryToDecide ? (
        <TermTargetDialog
          entry={entryToDecide}
          groups={groups}
          decisions={decisions}
          sizes={sizes}
          schemes={schemes}
          onClose={() => setDecidingKey(null)}
          onDecide={(choice) => {
            onDecide(entryToDecide, choice)
            setDecidingKey(null)
          }}
        />
      ) : null}
    </>
  )
}

/** A member who is to move to this group from the group `groupName`. */
function Entering({ member, groupName }: { member: Decision; groupName: string }) {
  const { t } = useTranslation()
  return (
    <li className="term-in small">
      <Icon icon={CornerDownRight} />
      <span className="grow">
        <b>
          {member.firstname} {member.lastname}
        </b>{' '}
        <span className="dim">{t('club.term.from', { group: groupName })}</span>
      </span>
    </li>
  )
}

/** The groups that had somebody to show when the board was opened: none moves while its members are decided. */
function useFilledIds(columns: ColumnsProps['columns']): ReadonlySet<string> {
  const [ids] = useState(() => new Set(columns.flatMap(({ group, entries }) => (entries.length > 0 ? [group.id] : []))))
  return ids
}
