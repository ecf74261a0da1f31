import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TermBoard, TermDraft, TermGroup, TermMember, TermPatch } from '#contract/flows/term-board.ts'
import { isReady, moveObstacle, type MoveObstacle } from '#domain/flows/term-board.ts'
import { UUID } from '#domain/platform/uuid.ts'
import { refresh } from '#web/desk/list/use-list.ts'
import { useAct } from '#web/desk/use-act.ts'
import { useShell } from '#web/shell/start/shell-context.ts'
import { changeSetsKey, clubTasksKey, groupsKey, membersKey } from '../club-data.ts'
import { useUndo } from '../use-undo.ts'

/** The most columns that the board shows; the server has the same limit. */
export const MAX_GROUPS = 60

/** The group ids in the URL's query, joined by commas, without invalid ones. */
export function groupsIn(address: URLSearchParams): string {
  const ids = (address.get('groups') ?? '').split(',').filter((id) => UUID.test(id))
  return [...new Set(ids)].slice(0, MAX_GROUPS).join(',')
}

/** A decision about one member of one group; the board's draft holds all of them. */
export type Decision = TermDraft['decisions'][number]

/** What is decided about a member: the id of the group to move to, or one of the two constants below. */
export type Choice = string | null
export const STAY = null
export const UNDECIDED = 'open'

/** A member of a group on the board. */
export interface BoardEntry {
  group: TermGroup
  member: TermMember
  /** The decision about the member; undefined when there is none yet. */
  decision: Decision | undefined
}

/** `moves`, `stays`: it is decided. `open`: a decision is needed. `by-itself`: the member stays without a decision. */
export type TermOutcome = 'moves' | 'stays' | 'open' | 'by-itself'

/**
 * What happens to a member at the end of the term. A member who is ready, or whom a coach wants to move, needs a
 * decision; any other member stays without one.
 */
export function outcomeOf({ member, decision }: BoardEntry): TermOutcome {
  if (decision !== undefined) return decision.to_group_id === null ? 'stays' : 'moves'
  return isReady(member) || member.said === 'move' ? 'open' : 'by-itself'
}

/** The entries with the members who are ready first; otherwise in their order, by name. */
export function readyFirst(entries: readonly BoardEntry[]): BoardEntry[] {
  return entries.toSorted((a, b) => Number(isReady(b.member)) - Number(isReady(a.member)))
}

/** The columns with the groups of these ids first; otherwise in their order. */
export function groupsFirst<C extends { group: { id: string } }>(columns: readonly C[], ids: ReadonlySet<string>): C[] {
  return columns.toSorted((a, b) => Number(ids.has(b.group.id)) - Number(ids.has(a.group.id)))
}

export const boardEntryKey = (groupId: string, uuid: string) => `${groupId}/${uuid}`

/**
 * Why a member cannot move to a group: the group does not fit, or is full after all decided moves. Null if the member
 * can. `sizes` holds, by group, how many members it has after these moves.
 */
export function moveObstacleOnBoard(
  entry: BoardEntry,
  target: TermGroup,
  decisions: readonly Decision[],
  sizes: ReadonlyMap<string, number>,
): MoveObstacle | 'full' | null {
  const { group, member, decision } = entry
  // the groups to which the draft moves the member from other groups
  const otherTargets = decisions.flatMap((other) =>
    other.member_uuid === member.uuid && other.group_id !== group.id && other.to_group_id !== null
      ? [other.to_group_id]
      : [],
  )
  const obstacle = moveObstacle(target, {
    member_uuid: member.uuid,
    age: member.age,
    group,
    wanted: member.wanted,
    elsewhere: [...member.elsewhere, ...otherTargets],
  })
  if (obstacle !== null || decision?.to_group_id === target.id) return obstacle
  return target.max_size !== null && (sizes.get(target.id) ?? 0) >= target.max_size ? 'full' : null
}

const termKey = [...groupsKey, 'term-board'] as const

export function useTermBoard(groups: string) {
  const { api } = useShell()
  return useQuery({
    queryKey: [...termKey, groups],
    queryFn: ({ signal }) => api.get('/term-board', { query: { groups: groups || undefined }, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The writes of the board. A decision is shown at once and sent in the background, one after the other. */
export function useTermWrites(groups: string, nameOf: (groupId: string) => string) {
  const { t } = useTranslation()
  const { api } = useShell()
  const queries = useQueryClient()
  /** How many writes have not been answered yet. */
  const unanswered = useRef(0)
  const [sending, setSending] = useState(false)
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve())
  /** Whether a decision has stopped the loading of a board. */
  const stoppedLoading = useRef(false)
  const key = [...termKey, groups]
  const { busy: isUndoing, undoChangeSet } = useUndo()
  const { busy, act } = useAct((code, ids) =>
    code === 'GROUP_FULL'
      ? t('club.term.full', { groups: ids.map(nameOf).join(', ') })
      : ['GROUP_UNFIT', 'TERM_STATE', 'EDIT_CONFLICT', 'MEMBER_INACTIVE'].includes(code)
        ? t(`club.term.${code}`)
        : undefined,
  )
  const updateDraft = (newDraft: (board: TermBoard) => TermDraft) =>
    queries.setQueryData<TermBoard>(key, (board) => board && { ...board, draft: newDraft(board) })
  /** Stops what is being loaded, as it may lack the decision that is made now; it is loaded again afterwards. */
  const stopLoading = async () => {
    if (queries.isFetching({ queryKey: termKey }) > 0) stoppedLoading.current = true
    await queries.cancelQueries({ queryKey: termKey })
  }
  const reload = () => void queries.invalidateQueries({ queryKey: termKey })

  async function decide({ group, member }: BoardEntry, choice: Choice): Promise<void> {
    const { firstname, lastname } = member
    const subject = { group_id: group.id, member_uuid: member.uuid }
    await stopLoading()
    updateDraft(({ draft }) => {
      const others = draft.decisions.filter((other) => other.group_id !== group.id || other.member_uuid !== member.uuid)
      return {
        ...draft,
        decisions:
          choice === UNDECIDED ? others : [...others, { ...subject, to_group_id: choice, firstname, lastname }],
      }
    })
    const body: TermPatch = {
      decisions: [
        choice === UNDECIDED
          ? { ...subject, decision: 'open' }
          : choice === STAY
            ? { ...subject, decision: 'stay' }
            : { ...subject, decision: 'move', to_group_id: choice },
      ],
    }
    await send(body)
  }

  async function chooseDate(on: string): Promise<void> {
    await stopLoading()
    updateDraft(({ draft }) => ({ ...draft, on }))
    await send({ on })
    reload()
  }

  async function send(body: TermPatch): Promise<void> {
    unanswered.current++
    setSending(true)
    const request = lastRequest.current.then(() =>
      act(async () => {
        try {
          const draft = await api.write('PATCH', '/term-board', body)
          // an answer does not hold the later decisions that are still to be sent, so only the last one is shown
          if (unanswered.current === 1) updateDraft(() => draft)
        } catch (error) {
          reload()
          throw error
        } finally {
          unanswered.current--
          if (unanswered.current === 0) {
            setSending(false)
            if (stoppedLoading.current) reload()
            stoppedLoading.current = false
          }
        }
      }),
    )
    lastRequest.current = request
    await request
  }

  async function apply({ revision }: TermDraft): Promise<void> {
    await act(
      () => api.write('POST', '/term-board/apply', undefined, revision),
      // a large board is applied in the background, which is shown above every page
      (reply) => ('task' in reply ? null : t('club.term.applied')),
    )
    reload()
    void refresh(queries, groupsKey, membersKey, changeSetsKey, clubTasksKey)
  }
  return {
    busy: busy || sending || isUndoing,
    decide,
    chooseDate,
    apply,
    undo: (id: string) => undoChangeSet(id),
  }
}
