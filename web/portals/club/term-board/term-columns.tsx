import { CornerDownRight } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermGroup } from '#contract/flows/term-board.ts'
import { sizesAfter } from '#domain/flows/term-board.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useSchemes } from '../club-data.ts'
import { moveObstacleOnBoard, boardEntryKey, type Draft, type BoardEntry } from './term-data.ts'
import { TermColumn } from './term-column.tsx'
import { nextTile } from './term-keys.ts'
import { TermTarget } from './term-target.tsx'
import { TermTile } from './term-tile.tsx'

interface ColumnsProps {
  columns: readonly { group: TermGroup; entries: readonly BoardEntry[] }[]
  groups: readonly TermGroup[]
  draft: readonly Draft[]
  /** The day from which the moves take effect, as a text; null when that is today. */
  on: string | null
  shows: (entry: BoardEntry) => boolean
  /** A group's id, null to stay, or `open` to leave it undecided. */
  onDecide: (entry: BoardEntry, to: string | null) => void
}

/**
 * The board: a column for each group, a tile for each member. Tiles can be dragged or pressed. Arrow keys move between them;
 * the key M opens the choice of groups, S decides to stay, and Delete removes the decision.
 */
export function TermColumns({ columns, groups, draft, on, shows, onDecide }: ColumnsProps) {
  const schemes = useSchemes()
  const [asking, setAsking] = useState<string | null>(null)
  const [dragged, setDragged] = useState<BoardEntry | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const sizes = sizesAfter(groups, draft)
  const nameOf = (id: string) => groups.find((group) => group.id === id)?.name ?? ''
  const shown = columns.map((column) => ({ ...column, entries: column.entries.filter(shows) }))
  const keys = shown.flatMap(({ group, entries }) => entries.map(({ member }) => boardEntryKey(group.id, member.uuid)))
  const tabbed = focused !== null && keys.includes(focused) ? focused : keys[0]
  const asked = columns
    .flatMap((column) => column.entries)
    .find((entry) => boardEntryKey(entry.group.id, entry.member.uuid) === asking)

  const press = (event: KeyboardEvent, entry: BoardEntry) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'm') setAsking(boardEntryKey(entry.group.id, entry.member.uuid))
    else if (key === 's') onDecide(entry, null)
    else if (key === 'delete' || key === 'backspace') onDecide(entry, 'open')
    else {
      const next = nextTile(event.currentTarget, event.key)
      if (next === null) return
      next.focus()
    }
    event.preventDefault()
  }
  const mayDrop = (target: TermGroup) =>
    dragged !== null && (target.id === dragged.group.id || moveObstacleOnBoard(dragged, target, draft, sizes) === null)
  const drop = (event: DragEvent, target: TermGroup) => {
    event.preventDefault()
    if (dragged !== null && mayDrop(target)) onDecide(dragged, target.id === dragged.group.id ? null : target.id)
    setDragged(null)
    setOver(null)
  }
  return (
    <>
      <div className="term-board">
        {shown.map(({ group, entries }) => {
          const entering = draft.filter((decision) => decision.to_group_id === group.id)
          return (
            <TermColumn
              key={group.id}
              group={group}
              size={sizes.get(group.id) ?? 0}
              empty={entries.length + entering.length === 0}
              on={on}
              dragged={dragged}
              fits={mayDrop(group)}
              over={over === group.id}
              onOver={() => setOver(group.id)}
              onLeave={() => setOver((current) => (current === group.id ? null : current))}
              onDrop={(event) => drop(event, group)}
            >
              {entries.map((entry) => {
                const key = boardEntryKey(group.id, entry.member.uuid)
                return (
                  <TermTile
                    key={key}
                    entry={entry}
                    schemes={schemes}
                    to={nameOf(entry.decision?.to_group_id ?? '')}
                    tabbed={key === tabbed}
                    onFocus={() => setFocused(key)}
                    onPress={() => setAsking(key)}
                    onKey={(event) => press(event, entry)}
                    onDrag={setDragged}
                  />
                )
              })}
              {entering.map((decision) => (
                <Entering key={decision.member_uuid} member={decision} from={nameOf(decision.group_id)} />
              ))}
            </TermColumn>
          )
        })}
      </div>
      {asked ? (
        <TermTarget
          entry={asked}
          groups={groups}
          draft={draft}
          sizes={sizes}
          schemes={schemes}
          onClose={() => setAsking(null)}
          onDecide={(to) => {
            onDecide(asked, to)
            setAsking(null)
          }}
        />
      ) : null}
    </>
  )
}

/** A member of another group who is to move to this one. */
function Entering({ member, from }: { member: Draft; from: string }) {
  const { t } = useTranslation()
  return (
    <li className="term-in small">
      <Icon icon={CornerDownRight} />
      <span className="grow">
        <b>
          {member.firstname} {member.lastname}
        </b>{' '}
        <span className="dim">{t('club.term.from', { group: from })}</span>
      </span>
    </li>
  )
}
