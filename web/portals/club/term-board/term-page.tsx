import './term-board.css'
import { Check, SlidersHorizontal, Undo2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { TermBoard, TermGroup } from '#contract/flows/term-board.ts'
import { overfullGroups } from '#domain/flows/term-board.ts'
import { isMissing } from '#web/api/api-error.ts'
import { isFailing } from '#web/desk/is-failing.ts'
import { NotLoaded } from '#web/desk/not-loaded.tsx'
import { UnknownFilter } from '#web/desk/report/unknown-filter.tsx'
import { displayDate, fullDate } from '#web/shell/i18n/dates.ts'
import { changedAddress, type AddressChange } from '#web/desk/list/list-address.ts'
import { PrintButton } from '#web/desk/list/print-button.tsx'
import { ViewTabs } from '#web/desk/list/view-tabs.tsx'
import { useWordLanguage } from '#web/shell/start/shell-context.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/form/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useAreSchemesComing } from '../club-data.ts'
import { useClubDay } from '../club-day.ts'
import { OwnRecordsPage } from '../own-records-page.tsx'
import { useClubToday } from '../sessions/session-data.ts'
import { TermColumns } from './term-columns.tsx'
import { TermDate } from './term-date.tsx'
import { TermGroupsDialog } from './term-groups-dialog.tsx'
import { TermSummary } from './term-summary.tsx'
import {
  boardEntryKey,
  outcomeOf,
  groupsIn,
  MAX_GROUPS,
  readyFirst,
  useTermBoard,
  useTermWrites,
  type BoardEntry,
} from './term-data.ts'
import { useOutcomeTexts } from './outcome-texts.ts'

/** Which members are shown: all, or those with this outcome (`TermOutcome`). */
const VIEWS = ['all', 'open', 'moves'] as const

/** The end-of-term board: who moves on and who stays is decided group by group and applied as a whole [4.30]. */
export function TermPage() {
  const { t } = useTranslation()
  return (
    <OwnRecordsPage title={t('club.term.title')} back={{ to: '/groups', label: t('club.term.toGroups') }}>
      <TermBoardOfAddress />
    </OwnRecordsPage>
  )
}

/** The board with the groups that the URL names. */
function TermBoardOfAddress() {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const groups = groupsIn(address)
  const answer = useTermBoard(groups)
  // a group of an old address, or of a board that stayed open, may have been deleted or have ended
  const isGroupGone = isMissing(answer.error)
  const failing = isFailing(answer)
  if (answer.data && !isGroupGone && !(failing && answer.isPlaceholderData))
    return <Board board={answer.data} groups={groups} />
  return (
    <>
      <header className="head">
        <h1 className="grow">{t('club.term.title')}</h1>
      </header>
      <div className="in" aria-busy={answer.isPending}>
        {isGroupGone ? (
          <UnknownFilter filter="group" onRemove={() => setAddress(changedAddress(address, { groups: '' }))} />
        ) : failing ? (
          <NotLoaded onRetry={answer.refetch} />
        ) : (
          <Skeleton height="20rem" />
        )}
      </div>
    </>
  )
}

function Board({ board, groups }: { board: TermBoard; groups: string }) {
  const { t } = useTranslation()
  const [address, setAddress] = useSearchParams()
  const [choosing, setChoosing] = useState(false)
  const nameOf = (id: string) => board.groups.find((group) => group.id === id)?.name ?? ''
  const writes = useTermWrites(groups, nameOf)
  const view = VIEWS.find((name) => name === address.get('view')) ?? 'all'
  const { draft } = board
  const { decisions } = draft
  const today = useClubToday()
  const language = useWordLanguage()
  const columns = columnsOf(board)
  const entries = columns.flatMap((column) => column.entries)
  const count = (outcome: string) => entries.filter((entry) => outcomeOf(entry) === outcome).length
  // decisions about members of groups that the board does not show
  const hiddenDecisions = decisions.filter((decision) => !columns.some(({ group }) => group.id === decision.group_id))
  const shownAndHiddenGroupIds = new Set([
    ...columns.map(({ group }) => group.id),
    ...hiddenDecisions.map((decision) => decision.group_id),
  ])
  const overfullGroupIds = overfullGroups(board.groups, decisions)
  const link = (change: AddressChange) => `?${changedAddress(address, change)}`
  return (
    <>
      <BoardHead
        board={board}
        hasOverfullGroup={overfullGroupIds.length > 0}
        writes={writes}
        onChoose={() => setChoosing(true)}
      />
      <ViewTabs
        views={VIEWS.map((name) => ({
          label: t(`club.term.view.${name}`),
          to: link({ view: name === 'all' ? '' : name }),
          current: name === view,
          ...(name === 'all' ? {} : { count: count(name) }),
          hot: name === 'open',
        }))}
      />
      {entries.length === 0 ? null : (
        <TermSummary
          moves={count('moves')}
          stays={count('stays') + count('by-itself')}
          open={count('open')}
          total={entries.length}
        />
      )}
      <div className="term-notes">
        {overfullGroupIds.length > 0 ? (
          <Alert kind="bad">
            <p>{t('club.term.full', { groups: overfullGroupIds.map(nameOf).join(', ') })}</p>
          </Alert>
        ) : null}
        {columns.length < board.groups.length ? (
          <p className="small dim">{t('club.term.shown', { shown: columns.length, count: board.groups.length })}</p>
        ) : null}
        {hiddenDecisions.length > 0 ? (
          <p className="small dim">
            {t('club.term.elsewhere', { count: hiddenDecisions.length })}{' '}
            <Link to={link({ groups: [...shownAndHiddenGroupIds].slice(0, MAX_GROUPS).join(',') })}>
              {t('club.term.showThem')}
            </Link>
          </p>
        ) : null}
        <LastApplied board={board} busy={writes.busy} onUndo={(id) => void writes.undo(id)} />
      </div>
      {columns.length === 0 ? (
        <Empty title={t('club.term.none')}>{t('club.term.noneText')}</Empty>
      ) : (
        <TermColumns
          key={view}
          columns={columns}
          groups={board.groups}
          decisions={decisions}
          startDay={draft.on === today ? null : displayDate(draft.on, today, language)}
          shownOf={(all) => (view === 'all' ? all : readyFirst(all.filter((entry) => outcomeOf(entry) === view)))}
          filledFirst={view !== 'all'}
          onDecide={(entry, choice) => void writes.decide(entry, choice)}
        />
      )}
      {choosing ? (
        <TermGroupsDialog
          groups={board.groups}
          chosen={columns.map(({ group }) => group.id)}
          onClose={() => setChoosing(false)}
          onChoose={(ids) => {
            setAddress(changedAddress(address, { groups: ids.join(',') }))
            setChoosing(false)
          }}
        />
      ) : null}
    </>
  )
}

/** The columns of the board, with the decision about each member. */
function columnsOf({ columns, groups, draft }: TermBoard): { group: TermGroup; entries: BoardEntry[] }[] {
  const decided = new Map(
    draft.decisions.map((decision) => [boardEntryKey(decision.group_id, decision.member_uuid), decision]),
  )
  return columns.flatMap(({ id, members }) => {
    const group = groups.find((candidate) => candidate.id === id)
    if (!group) return []
    const entries = members.map((member): BoardEntry => ({
      group,
      member,
      decision: decided.get(boardEntryKey(id, member.uuid)),
    }))
    return [{ group, entries }]
  })
}

interface BoardHeadProps {
  board: TermBoard
  /** Whether a group would have more members than it may. */
  hasOverfullGroup: boolean
  writes: ReturnType<typeof useTermWrites>
  onChoose: () => void
}

function BoardHead({ board: { draft }, hasOverfullGroup, writes, onChoose }: BoardHeadProps) {
  const { t } = useTranslation()
  const { movesText, staysText } = useOutcomeTexts()
  const today = useClubToday()
  const language = useWordLanguage()
  const areSchemesComing = useAreSchemesComing()
  const { decisions } = draft
  const moves = decisions.filter(({ to_group_id }) => to_group_id !== null).length
  return (
    <header className="head">
      <div className="grow">
        <h1>{t('club.term.title')}</h1>
        <p className="small dim">
          {draft.on === today
            ? t('club.term.text')
            : t('club.term.textOn', { day: displayDate(draft.on, today, language) })}
        </p>
      </div>
      <TermDate startDay={draft.on} today={today} onChoose={(day) => void writes.chooseDate(day)} />
      <span className="end split">
        <PrintButton waits={areSchemesComing} />
        <Button onClick={onChoose}>
          <Icon icon={SlidersHorizontal} />
          {t('club.term.choose')}
        </Button>
        <Button
          kind="main"
          disabled={writes.busy || decisions.length === 0 || hasOverfullGroup}
          onClick={() => void writes.apply(draft)}
        >
          <Icon icon={Check} />
          {decisions.length === 0
            ? t('club.term.undecided')
            : t('club.term.apply', { moves: movesText(moves), stays: staysText(decisions.length - moves) })}
        </Button>
        <Link className="btn icon bare" to="/groups" aria-label={t('club.term.toGroups')}>
          <Icon icon={X} />
        </Link>
      </span>
    </header>
  )
}

/** The last applied board, which can be undone. */
function LastApplied({
  board: { applied },
  busy,
  onUndo,
}: {
  board: TermBoard
  busy: boolean
  onUndo: (id: string) => void
}) {
  const { t } = useTranslation()
  const { movesText, staysText } = useOutcomeTexts()
  const day = useClubDay()
  const today = useClubToday()
  const language = useWordLanguage()
  if (applied === null) return null
  const { id, by, at, on, moves, stays } = applied
  return (
    <Alert
      kind="done"
      end={
        <Button size="small" disabled={busy} onClick={() => onUndo(id)}>
          <Icon icon={Undo2} />
          {t('club.term.undo')}
        </Button>
      }
    >
      <p>
        {on <= today
          ? t('club.term.last', { by, day: day(at), moves, stays: staysText(stays) })
          : t('club.term.lastOn', {
              by,
              day: day(at),
              moves: movesText(moves),
              stays: staysText(stays),
              on: fullDate(on, language),
            })}
      </p>
    </Alert>
  )
}
